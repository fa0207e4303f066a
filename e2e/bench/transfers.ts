import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  parseGwei,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { type ApiClient, connectApi } from '../api-client'
import { startThrowawayStack, type ThrowawayStack } from '../throwaway-stack'
import { percentile } from './percentile'

const CHAIN_ID = 84532
const RECIPIENT: Address = '0x00000000000000000000000000000000000000AA'
const ABI = [
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [{ type: 'address' }, { type: 'uint256' }],
    outputs: [{ type: 'bool' }],
  },
] as const

type Facts = ThrowawayStack['facts']
type Rate = { perSecond: number; seconds: number }

/**
 * Transfers per second from the first POST until the last is COMPLETED, through the whole product, as a ratio to a bare viem loop
 * (one request per transfer, local nonces, fixed fees) on the same anvil in the same run.
 */
export async function benchTransfers(options: { count: number; wallets: number; repeats: number }): Promise<void> {
  const stack = await startThrowawayStack()
  try {
    const sql = postgres(stack.facts.databaseUrl, { max: 2, onnotice: () => {} })
    await sql`update plans set rate_limits = '{"readPerMinute": 10000000, "writePerMinute": 10000000}'`
    const api = await connectApi(stack.facts, { connections: 32 })
    const wallets = await makeWallets(api, stack.facts, options.wallets)
    await runOurs(api, sql, wallets, Math.min(100, options.count))
    const rows = []
    for (let round = 1; round <= options.repeats; round++) {
      const raw = await runRaw(stack.facts, options)
      await api.renew()
      const ours = await runOurs(api, sql, wallets, options.count)
      rows.push({ raw: raw.perSecond, ours: ours.perSecond, ratio: ours.perSecond / raw.perSecond, ...ours })
      const last = rows.at(-1)
      console.log(
        `  ${options.wallets} wallets, ${options.count} transfers: bare viem ${raw.perSecond.toFixed(0)}/s, Slipway ${ours.perSecond.toFixed(0)}/s` +
          ` (${((last?.ratio ?? 0) * 100).toFixed(0)} %), accept p50 ${ours.acceptP50.toFixed(0)} ms p99 ${ours.acceptP99.toFixed(0)} ms`,
      )
    }
    const ratios = rows.map((row) => row.ratio).sort((a, b) => a - b)
    console.log(
      `  ratio, median of ${rows.length}: ${((ratios[Math.floor(ratios.length / 2)] ?? 0) * 100).toFixed(0)} % (aim 50 %)`,
    )
    await idleLatency(api, wallets)
    await api.close()
    await sql.end()
  } finally {
    await stack.stop()
  }
}

async function makeWallets(api: ApiClient, facts: Facts, count: number): Promise<string[]> {
  const { body } = await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'BENCH', count })
  const wallets = z.object({ data: z.array(z.object({ address: z.string() })) }).parse(body).data
  await fundTokens(
    facts,
    wallets.map(({ address }) => address),
  )
  return wallets.map(({ address }) => address)
}

async function fundTokens(facts: Facts, addresses: string[], gasWei = 0n): Promise<void> {
  const { chain, cngn, faucet } = local(facts)
  for (const address of addresses) {
    const data = encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [address as Address, 10n ** 12n] })
    const hash = await faucet.sendTransaction({ chain: null, to: cngn.address as Address, data })
    await chain.waitForTransactionReceipt({ hash, pollingInterval: 50 })
    if (gasWei > 0n) await faucet.sendTransaction({ chain: null, to: address as Address, value: gasWei })
  }
}

function local(facts: Facts) {
  const entry = facts.evm.find(({ chainId }) => chainId === CHAIN_ID)
  const cngn = entry?.tokens.find(({ symbol }) => symbol === 'cNGN')
  if (!entry || !cngn) throw new Error('the stack has no local chain')
  const transport = http(entry.rpcUrl)
  return {
    rpcUrl: entry.rpcUrl,
    cngn,
    chain: createPublicClient({ transport }),
    faucet: createWalletClient({ account: privateKeyToAccount(entry.faucetPrivateKey as Hex), transport }),
  }
}

async function runOurs(
  api: ApiClient,
  sql: postgres.Sql,
  wallets: string[],
  count: number,
): Promise<Rate & { acceptP50: number; acceptP99: number }> {
  const ids: string[] = []
  const latencies: number[] = []
  const startedAt = performance.now()
  await inParallel(32, count, async (place) => {
    const from = performance.now()
    const { status, body } = await api.post('/v1/wallet/transaction', {
      fromAddress: wallets[place % wallets.length],
      toAddress: RECIPIENT,
      amount: '0.01',
      chainType: 'EVM',
      chainId: CHAIN_ID,
      cNGN: true,
    })
    latencies.push(performance.now() - from)
    if (status !== 202) throw new Error(`a transfer was answered ${status}: ${JSON.stringify(body)}`)
    ids.push(z.object({ data: z.object({ id: z.string() }) }).parse(body).data.id)
  })
  for (;;) {
    const [row] =
      await sql`select count(*) filter (where status = 'PENDING')::int as open, count(*) filter (where status = 'FAILED')::int as failed
      from transactions where id = any(${ids}::uuid[])`
    if (row?.failed > 0) throw new Error(`${row?.failed} transfers failed`)
    if (row?.open === 0) break
    await wait(50)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  return {
    perSecond: count / seconds,
    seconds,
    acceptP50: percentile(latencies, 50),
    acceptP99: percentile(latencies, 99),
  }
}

async function runRaw(facts: Facts, options: { count: number; wallets: number }): Promise<Rate> {
  const { rpcUrl, cngn, chain } = local(facts)
  const accounts = Array.from({ length: options.wallets }, () => privateKeyToAccount(generatePrivateKey()))
  await fundTokens(
    facts,
    accounts.map(({ address }) => address),
    10n ** 18n,
  )
  await wait(1_500)
  const nonces = new Map<PrivateKeyAccount, number>(accounts.map((account) => [account, 0]))
  const client = createWalletClient({ transport: http(rpcUrl) })
  const open = new Set<Hex>()
  const startedAt = performance.now()
  let block = await chain.getBlockNumber()
  let sending = true
  const watching = (async () => {
    while (sending || open.size > 0) {
      const head = await chain.getBlockNumber({ cacheTime: 0 })
      for (; block < head; ) {
        block += 1n
        const receipts = await chain.request({
          method: 'eth_getBlockReceipts',
          params: [`0x${block.toString(16)}`],
        } as never)
        for (const { transactionHash } of receipts as { transactionHash: Hex }[]) open.delete(transactionHash)
      }
      await wait(50)
    }
  })()
  await inParallel(32, options.count, async (place) => {
    const account = accounts[place % accounts.length]
    if (!account) throw new Error('no account')
    const nonce = nonces.get(account) ?? 0
    nonces.set(account, nonce + 1)
    const serialized = await account.signTransaction({
      type: 'eip1559',
      chainId: CHAIN_ID,
      nonce,
      gas: 100_000n,
      maxFeePerGas: parseGwei('5'),
      maxPriorityFeePerGas: parseGwei('1'),
      to: cngn.address as Address,
      data: encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [RECIPIENT, 10_000n] }),
    })
    open.add(await client.sendRawTransaction({ serializedTransaction: serialized }))
  })
  sending = false
  await watching
  const seconds = (performance.now() - startedAt) / 1_000
  return { perSecond: options.count / seconds, seconds }
}

/** One transfer at a time on an idle system: POST to COMPLETED. */
async function idleLatency(api: ApiClient, wallets: string[]): Promise<void> {
  const times: number[] = []
  for (let place = 0; place < 10; place++) {
    await wait(1_300 + 97 * place)
    const startedAt = performance.now()
    const body = {
      fromAddress: wallets[0],
      toAddress: RECIPIENT,
      amount: '0.01',
      chainType: 'EVM',
      chainId: CHAIN_ID,
      cNGN: true,
      waitForCompletion: true,
    }
    const { status } = await api.post('/v1/wallet/transaction', body)
    if (status !== 201) throw new Error(`a transfer was answered ${status}`)
    times.push(performance.now() - startedAt)
  }
  console.log(
    `  one transfer, idle: p50 ${percentile(times, 50).toFixed(0)} ms, max ${percentile(times, 100).toFixed(0)} ms (blocks of 1 s)`,
  )
}

/** Runs `work` for 0 … count-1, `width` at a time, in order of start. */
async function inParallel(width: number, count: number, work: (place: number) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) await work(next++)
    }),
  )
}

if (process.argv[1]?.endsWith('transfers.ts')) {
  const [count = '1000', wallets = '20', repeats = '3'] = process.argv.slice(2)
  await benchTransfers({ count: Number(count), wallets: Number(wallets), repeats: Number(repeats) })
}
