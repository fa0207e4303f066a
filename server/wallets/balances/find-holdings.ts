import { setTimeout as wait } from 'node:timers/promises'
import { lruPerProcess } from '@/db/lru-per-process'
import type { Chain } from '@/server/chains/registry'
import type { Holdings } from './holdings'
import { readEvmHoldings } from './read-evm-holdings'
import { readSolanaHoldings } from './read-solana-holdings'

/** Nobody waits longer for a slow node. */
const PATIENCE_MS = 3_000
const READERS = { EVM: readEvmHoldings, SOLANA: readSolanaHoldings } satisfies Record<Chain['chainType'], unknown>

type Known = { readAt: number; holdings: Holdings }
const memory = () => lruPerProcess<Known>('holdings', { max: 5_000 })

/**
 * What these addresses hold on a chain, kept for as long as a block lasts; null where the chain does not answer in time. Never a guess: whoever gets
 * null knows nothing.
 */
export async function findHoldings(chain: Chain, addresses: readonly string[]): Promise<Holdings | null> {
  const key = [chain.chainId, ...chain.tokens.map(({ address }) => address), ...addresses].join(' ')
  const known = memory().get(key)
  if (known && Date.now() - known.readAt < chain.blockTimeMs) return known.holdings
  const readAt = Date.now()
  const reading = READERS[chain.chainType](chain, addresses).catch(() => null)
  const holdings = await Promise.race([reading, wait(PATIENCE_MS, null, { ref: false })])
  if (!holdings) return null
  memory().set(key, { readAt, holdings })
  return holdings
}
