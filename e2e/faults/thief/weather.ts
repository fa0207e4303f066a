import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { rpc } from '@/dev/chains/rpc'
import { seededRandom } from '@/e2e/faults/random'
import { BLOCK_TIME_SECONDS } from '@/e2e/faults/stack/fault-chain'
import { workerCtx } from '@/server/ctx'
import type { Faucet } from './faucet'

/** Shallower than what the run calls final. */
const DEEPEST = 3
const SOONEST_MS = 60
const LATEST_MS = 450
const LONG_WAIT_MS = 2_500

const block = z.object({ transactions: z.array(z.string()) })

type Climate = { chainId: number; rpcUrl: string; faucet: Faucet; seed: number }

/**
 * Mines blocks at any moment, sometimes late, and now and then rebuilds the last ones: with our transactions or without
 * them, never without a deposit. Returns a function that ends this.
 */
export function startChainNoise({ chainId, rpcUrl, faucet, seed }: Climate): () => Promise<void> {
  const random = seededRandom(seed + chainId)
  const ask = (method: string, ...params: unknown[]) => rpc(rpcUrl, method, params)
  let isWanted = true
  const run = async () => {
    await ask('evm_setIntervalMining', 0)
    // State that is in no block, such as tokens that were dealt, would be undone by the first rebuilt block.
    await ask('anvil_mine', `0x${(DEEPEST + 1).toString(16)}`)
    while (isWanted) {
      await pause(random.chance(0.06) ? LONG_WAIT_MS : random.between(SOONEST_MS, LATEST_MS))
      await ask('evm_mine')
      if (random.chance(0.08)) await rebuild(random.between(1, DEEPEST), random.chance(0.5))
    }
    await ask('evm_setIntervalMining', BLOCK_TIME_SECONDS)
  }
  const rebuild = async (depth: number, comesBack: boolean) => {
    const hashes = await lastHashes(depth)
    const ours = comesBack ? await readOurs(chainId, hashes) : new Map<string, string>()
    const kept = hashes.flatMap((hash) => faucet.rawOf(hash) ?? ours.get(hash) ?? [])
    await ask(
      'anvil_reorg',
      depth,
      kept.map((raw) => [raw, 0]),
    )
  }
  const lastHashes = async (count: number) => {
    const head = Number(await ask('eth_blockNumber'))
    const hashes: string[] = []
    for (let number = head - count + 1; number <= head; number++)
      hashes.push(...block.parse(await ask('eth_getBlockByNumber', `0x${number.toString(16)}`, false)).transactions)
    return hashes
  }
  const running = run()
  running.catch(() => {})
  return async () => {
    isWanted = false
    await running
  }
}

async function readOurs(chainId: number, hashes: readonly string[]): Promise<Map<string, string>> {
  const rows = await workerCtx().db.execute<{ hash: string; raw: string }>(sql`
    select tx_hash as hash, '0x' || encode(raw_transaction, 'hex') as raw from transaction_attempts
    where chain_id = ${chainId} and tx_hash in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb))`)
  return new Map(rows.map(({ hash, raw }) => [hash, raw]))
}
