import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { ComputeBudgetProgram, Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import type postgres from 'postgres'
import { z } from 'zod'
import { rpc } from '@/dev/chains/rpc'
import type { StackFacts } from '@/dev/stack-file'
import type { ApiClient } from '@/e2e/api-client'
import { percentile } from '@/e2e/percentile'
import { faucetKeypair } from '@/packages/solana-rpc/airdrop'
import { createAssociated, transferChecked } from '@/packages/solana-rpc/token-instructions'
import { inParallel, type World, withWorld } from './transfer-world'

const CHAIN_ID = 103
const SOL = 1_000_000_000
const IN_FLIGHT = 16
const STATUSES_PER_CALL = 256
const BLOCKHASH_MS = 10_000

type Kind = 'SOL' | 'USDC'
type Options = { count: number; wallets: number; repeats: number }

/**
 * Solana transfers per second from the first POST until the last is COMPLETED at one confirmation. Printed as a ratio
 * to a bare loop (build, sign, send without preflight, statuses in batches) on the same cluster in the same run.
 */
export async function benchSolana(options: Options): Promise<void> {
  await withWorld((world) => measure(world, options))
}

async function measure({ facts, sql, api }: World, options: Options): Promise<void> {
  const cluster = connectCluster(facts)
  const recipient = Keypair.generate().publicKey
  const wallets = await makeWallets(api, options.wallets)
  await cluster.fund([recipient, ...wallets.map((wallet) => new PublicKey(wallet))])
  for (const kind of ['SOL', 'USDC'] as const) {
    const ourRun = {
      api,
      sql,
      wallets,
      recipient,
      tokenAddress: kind === 'SOL' ? undefined : cluster.token.mint.toBase58(),
    }
    await runOurs({ ...ourRun, count: Math.min(100, options.count) })
    const ratios: number[] = []
    for (let round = 1; round <= options.repeats; round++) {
      const bare = await runBare(cluster, { kind, recipient, ...options })
      await api.renew()
      const ours = await runOurs({ ...ourRun, count: options.count })
      ratios.push(ours.perSecond / bare)
      console.log(
        `  ${options.wallets} wallets, ${options.count} ${kind} transfers: bare ${bare.toFixed(0)}/s, Slipway ${ours.perSecond.toFixed(0)}/s` +
          ` (${((100 * ours.perSecond) / bare).toFixed(0)} %), accept p50 ${ours.acceptP50.toFixed(0)} ms p99 ${ours.acceptP99.toFixed(0)} ms`,
      )
    }
    console.log(`  ${kind}, ratio, median of ${ratios.length}: ${(100 * percentile(ratios, 50)).toFixed(0)} %`)
  }
  await idleLatency(api, { wallet: wallets[0], recipient })
}

function connectCluster({ solana }: StackFacts) {
  const entry = solana.find(({ chainId }) => chainId === CHAIN_ID)
  const usdc = entry?.tokens.find(({ symbol }) => symbol === 'USDC')
  if (!entry || !usdc) throw new Error('the stack has no local Solana cluster')
  const token = { mint: new PublicKey(usdc.address), programId: new PublicKey(usdc.programId), decimals: usdc.decimals }
  const connection = new Connection(entry.rpcUrl, 'confirmed')
  const faucet = faucetKeypair()

  /** SOL and USDC for wallets, there when this returns. */
  async function fund(owners: PublicKey[]): Promise<void> {
    const latest = await connection.getLatestBlockhash()
    const signatures = await Promise.all(
      owners.map(async (owner) => {
        await rpc(connection.rpcEndpoint, 'litesvm_setBalance', [owner.toBase58(), 100 * SOL])
        const transaction = new Transaction({ feePayer: faucet.publicKey, ...latest }).add(
          createAssociated(token, { payer: faucet.publicKey, owner }),
          transferChecked(token, { from: faucet.publicKey, to: owner, units: 10n ** 12n }),
        )
        transaction.sign(faucet)
        return connection.sendRawTransaction(transaction.serialize())
      }),
    )
    await untilConfirmed(connection, signatures)
  }
  return { connection, token, fund }
}
type Cluster = ReturnType<typeof connectCluster>

async function runBare(
  { connection, token, fund }: Cluster,
  { kind, recipient, count, wallets }: Options & { kind: Kind; recipient: PublicKey },
): Promise<number> {
  const owners = Array.from({ length: wallets }, () => Keypair.generate())
  await fund(owners.map(({ publicKey }) => publicKey))
  const signatures: string[] = []
  const startedAt = performance.now()
  let latest = await connection.getLatestBlockhash()
  let latestAt = startedAt
  await inParallel(IN_FLIGHT, count, async (index) => {
    const owner = owners[index % owners.length]
    if (!owner) throw new Error('no owner')
    if (performance.now() - latestAt > BLOCKHASH_MS) {
      latestAt = performance.now()
      latest = await connection.getLatestBlockhash()
    }
    // The limit differs from one to the next, or equal transfers would be one transaction.
    const transaction = new Transaction({ feePayer: owner.publicKey, ...latest }).add(
      ComputeBudgetProgram.setComputeUnitLimit({ units: 100_000 + index }),
      kind === 'SOL'
        ? SystemProgram.transfer({ fromPubkey: owner.publicKey, toPubkey: recipient, lamports: 10_000 })
        : transferChecked(token, { from: owner.publicKey, to: recipient, units: 10_000n }),
    )
    transaction.sign(owner)
    signatures.push(
      await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true, maxRetries: 0 }),
    )
  })
  await untilConfirmed(connection, signatures)
  return (1_000 * count) / (performance.now() - startedAt)
}

async function untilConfirmed(connection: Connection, signatures: readonly string[]): Promise<void> {
  let open = [...signatures]
  while (open.length > 0) {
    const asked = open.slice(0, STATUSES_PER_CALL)
    const { value } = await connection.getSignatureStatuses(asked, { searchTransactionHistory: true })
    const settled = new Set(asked.filter((_, index) => isConfirmed(value[index]?.confirmationStatus)))
    if (value.some((status) => status?.err)) throw new Error('a transfer failed')
    open = open.filter((signature) => !settled.has(signature))
    if (settled.size === 0) await wait(50)
  }
}

function isConfirmed(level: string | undefined): boolean {
  return level === 'confirmed' || level === 'finalized'
}

async function makeWallets(api: ApiClient, count: number): Promise<string[]> {
  const { text } = await api.post('/v1/wallet/hd/generate', { chainType: 'SOLANA', purpose: 'BENCH', count })
  const { data } = z.object({ data: z.array(z.object({ address: z.string() })) }).parse(JSON.parse(text))
  return data.map(({ address }) => address)
}

type Run = {
  api: ApiClient
  sql: postgres.Sql
  wallets: string[]
  recipient: PublicKey
  /** Left out: SOL. */
  tokenAddress: string | undefined
  count: number
}

async function runOurs({ api, sql, wallets, recipient, tokenAddress, count }: Run) {
  const ids: string[] = []
  const latencies: number[] = []
  const startedAt = performance.now()
  await inParallel(32, count, async (index) => {
    const from = performance.now()
    const { status, text } = await api.post(
      '/v1/wallet/transaction',
      transferOf(wallets[index % wallets.length], { recipient, tokenAddress }),
    )
    latencies.push(performance.now() - from)
    if (status !== 202) throw new Error(`a transfer was answered ${status}: ${text}`)
    ids.push(z.object({ data: z.object({ id: z.string() }) }).parse(JSON.parse(text)).data.id)
  })
  for (;;) {
    const [row] =
      await sql`select count(*) filter (where status = 'PENDING')::int as open, count(*) filter (where status = 'FAILED')::int as failed
      from transactions where id = any(${ids}::uuid[])`
    if (row?.failed > 0) throw new Error(`${row?.failed} transfers failed`)
    if (row?.open === 0) break
    await wait(50)
  }
  return {
    perSecond: (1_000 * count) / (performance.now() - startedAt),
    acceptP50: percentile(latencies, 50),
    acceptP99: percentile(latencies, 99),
  }
}

function transferOf(
  fromAddress: string | undefined,
  { recipient, tokenAddress }: { recipient: PublicKey; tokenAddress: string | undefined },
) {
  const common = { fromAddress, toAddress: recipient.toBase58(), chainType: 'SOLANA', network: 'TESTNET' }
  return tokenAddress ? { ...common, amount: '0.01', tokenAddress } : { ...common, amount: '0.00001' }
}

/** One transfer at a time on an idle system: POST to COMPLETED. */
async function idleLatency(
  api: ApiClient,
  { wallet, recipient }: { wallet: string | undefined; recipient: PublicKey },
): Promise<void> {
  const times: number[] = []
  for (let index = 0; index < 10; index++) {
    await wait(1_300 + 97 * index)
    const startedAt = performance.now()
    const { status } = await api.post('/v1/wallet/transaction', {
      ...transferOf(wallet, { recipient, tokenAddress: undefined }),
      waitForCompletion: true,
    })
    if (status !== 201) throw new Error(`a transfer was answered ${status}`)
    times.push(performance.now() - startedAt)
  }
  console.log(
    `  one transfer, idle: p50 ${percentile(times, 50).toFixed(0)} ms, max ${percentile(times, 100).toFixed(0)} ms (slots of 400 ms)`,
  )
}

if (process.argv[1]?.endsWith('solana.ts')) {
  const [count = '1000', wallets = '20', repeats = '3'] = process.argv.slice(2)
  await benchSolana({ count: Number(count), wallets: Number(wallets), repeats: Number(repeats) })
}
