import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { type Address, createPublicClient, createWalletClient, encodeFunctionData, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { erc20Abi } from '@/contracts/generated/erc20'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { type ApiClient, createApiClient } from '@/e2e/api-client'
import { startThrowawayStack, type ThrowawayStack } from '@/e2e/throwaway-stack'
import { readMemory } from './read-memory'

/** The sponsored local chain, where each wallet sends its own transactions. */
export const SPONSORED = 84532
/** The local mainnet: gas in USD, relayers carry delegated wallets. */
export const RELAYED = 31337
export const RECIPIENT: Address = '0x00000000000000000000000000000000000000AA'

export type Facts = ThrowawayStack['facts']
/** `home`: the stack's folder. */
export type World = { facts: Facts; home: string; sql: postgres.Sql; api: ApiClient }

/** The demo's backend on as many connections as one benchmark calls at once. */
function connectApi({ baseUrl, demo }: Facts): ApiClient {
  return createApiClient({ baseUrl, liveKey: demo.liveKey, connections: 32 })
}

/** A new stack without rate limits, for one benchmark. Prints what its processes hold before and after. */
export async function withWorld(work: (world: World) => Promise<void>): Promise<void> {
  const stack = await startThrowawayStack()
  try {
    const sql = postgres(stack.facts.databaseUrl, { max: 2, onnotice: () => {} })
    await sql`update plans set sponsored_daily_micros = 1e15, rate_limits = '{"readPerMinute": 10000000, "writePerMinute": 10000000}'`
    const api = connectApi(stack.facts)
    console.log(`  memory before: ${readMemory(stack.facts)}`)
    await work({ facts: stack.facts, home: stack.home, sql, api })
    console.log(`  memory after: ${readMemory(stack.facts)}`)
    await api.close()
    await sql.end()
  } finally {
    await stack.stop()
  }
}

/** Wallets of the demo business with tokens to send. */
export async function makeWallets({ api, facts }: World, chainId: number, count: number): Promise<string[]> {
  const { text } = await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'BENCH', count })
  const made = z.object({ data: z.array(z.object({ address: z.string() })) }).parse(JSON.parse(text)).data
  const addresses = made.map(({ address }) => address)
  await fundTokens(facts, chainId, addresses)
  return addresses
}

export async function fundTokens(facts: Facts, chainId: number, addresses: string[], gasWei = 0n): Promise<void> {
  const { chain, cngn, faucet } = localChain(facts, chainId)
  let nonce = await chain.getTransactionCount({ address: faucet.account.address })
  const hashes: Hex[] = []
  for (const address of addresses) {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [`0x${address.slice(2)}`, 10n ** 12n],
    })
    hashes.push(await faucet.sendTransaction({ chain: null, to: cngn, data, nonce: nonce++, gas: 100_000n }))
    if (gasWei > 0n)
      await faucet.sendTransaction({
        chain: null,
        to: `0x${address.slice(2)}`,
        value: gasWei,
        nonce: nonce++,
        gas: 21_000n,
      })
  }
  for (const hash of hashes) await waitForReceipt(chain, hash)
}

export function localChain(facts: Facts, chainId: number) {
  const entry = facts.evm.find((each) => each.chainId === chainId)
  const cngn = entry?.tokens.find(({ symbol }) => symbol === 'cNGN')
  if (!entry || !cngn) throw new Error('the stack has no local chain')
  const transport = http(entry.rpcUrl)
  return {
    rpcUrl: entry.rpcUrl,
    cngn: `0x${cngn.address.slice(2)}` as const,
    chain: createPublicClient({ transport }),
    faucet: createWalletClient({
      account: privateKeyToAccount(`0x${entry.faucetPrivateKey.slice(2)}`),
      transport,
    }),
  }
}

/** Asks for one transfer; answers its id. Throws unless it is accepted. */
export async function postTransfer({ api }: World, chainId: number, fromAddress: string | undefined): Promise<string> {
  const { status, text } = await api.post('/v1/wallet/transaction', {
    fromAddress,
    toAddress: RECIPIENT,
    amount: '0.01',
    chainType: 'EVM',
    chainId,
    cNGN: true,
  })
  if (status !== 202) throw new Error(`a transfer was answered ${status}: ${text}`)
  return z.object({ data: z.object({ id: z.string() }) }).parse(JSON.parse(text)).data.id
}

/**
 * Waits until all are COMPLETED; throws when one failed. What is asked meanwhile costs next to nothing: nobody else
 * sends here.
 */
export async function untilCompleted({ sql }: World, ids: string[]): Promise<void> {
  const isAnyOpen = async () => (await sql`select 1 from transactions where status = 'PENDING' limit 1`).length > 0
  while (await isAnyOpen()) await wait(25)
  const [row] =
    await sql`select count(*)::int as completed from transactions where id = any(${ids}::uuid[]) and status = 'COMPLETED'`
  if (row?.completed !== ids.length) throw new Error(`${ids.length - row?.completed} transfers failed`)
}

/** Posts `count` transfers, 32 at a time, and waits for their end. */
export async function runTransfers(world: World, chainId: number, wallets: string[], count: number) {
  const ids: string[] = []
  const latenciesMs: number[] = []
  const startedAt = performance.now()
  await inParallel(32, count, async (index) => {
    const from = performance.now()
    ids.push(await postTransfer(world, chainId, wallets[index % wallets.length]))
    latenciesMs.push(performance.now() - from)
  })
  await untilCompleted(world, ids)
  return { perSecond: (count * 1_000) / (performance.now() - startedAt), latenciesMs }
}

/** Runs `work` for 0 … count-1, `width` at a time, in order of start. */
export async function inParallel(width: number, count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) await work(next++)
    }),
  )
}
