import type { Chain } from '@/server/chains/registry'
import type { Position, ReadRange } from './chain-reader'
import type { Followed } from './load-subscriptions'
import { readerOf } from './reader-of'

/**
 * A range that is read while the previous one is stored: the fingerprint of its subscriptions, and the block it must
 * follow.
 */
export type Ahead = { asked: string; after: Position; reading: Promise<ReadRange | null> }

type Next = {
  asked: string
  /** The range that is stored at the same time. */
  range: ReadRange
  upTo: bigint
  most: number
  subscriptions: readonly Followed[]
}

/**
 * Begins to read the blocks after a range; null if the range is empty. An error is thrown where the result is awaited.
 */
export function readAhead(chain: Chain, { asked, range, ...how }: Next): Ahead | null {
  const newest = range.blocks.at(-1)
  if (!newest) return null
  const after = { head: newest.number, hash: newest.hash }
  const reading = readerOf(chain).readRange(chain, { after, ...how })
  // If the result is never used, its error is not unhandled.
  reading.catch(() => {})
  return { asked, after, reading }
}

/** Takes the range that was read ahead, or null if another one is wanted. Removes it in both cases. */
export function takeAhead(
  holder: { ahead: Ahead | null },
  wanted: { asked: string; after: Position },
): Ahead['reading'] | null {
  const { ahead } = holder
  holder.ahead = null
  const isWanted =
    ahead?.asked === wanted.asked && ahead.after.head === wanted.after.head && ahead.after.hash === wanted.after.hash
  return isWanted ? ahead.reading : null
}
