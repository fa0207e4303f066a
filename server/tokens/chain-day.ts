import { readBlockTimes } from '@/server/chains/follow/find-block-at'
import { readHead } from '@/server/chains/follow/watch-head'
import { readFromChain } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'

/**
 * The day (UTC) and the time, in seconds since 1970, of a chain's newest block. Due dates follow the clock of the
 * contracts. Throws unavailable.
 */
export async function readChainDay(chain: Chain): Promise<{ day: string; seconds: number }> {
  const [seconds = 0] = await readFromChain(async () => readBlockTimes(chain, [await readHead(chain)]))
  return { day: dayOf(seconds), seconds }
}

/** The day (UTC) of a time in seconds since 1970. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 10)
}

/** The first second of a day (UTC). */
export function secondsOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1_000
}
