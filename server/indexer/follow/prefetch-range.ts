import type { Chain } from '@/server/chains/registry'
import type { Position, ReadRange } from './chain-reader'
import type { FollowedSubscription } from './load-subscriptions'
import { readerOf } from './reader-of'

/**
 * A range that is read while the previous one is stored: the fingerprint of its subscriptions, and the block it must
 * follow.
 */
export type PrefetchedRange = { asked: string; after: Position; reading: Promise<ReadRange | null> }

type Next = {
  asked: string
  /** The range that is stored at the same time. */
  range: ReadRange
  upTo: bigint
  most: number
  subscriptions: readonly FollowedSubscription[]
}

/**
 * Begins to read the blocks after a range; null if the range is empty. An error is thrown where the result is awaited.
 */
export function prefetchRange(chain: Chain, { asked, range, ...how }: Next): PrefetchedRange | null {
  const newest = range.blocks.at(-1)
  if (!newest) return null
  const after = { head: newest.number, hash: newest.hash }
  const reading = readerOf(chain).readRange(chain, { after, ...how })
  // If the result is never used, its error is not unhandled.
  reading.catch(() => {})
  return { asked, after, reading }
}

/** Takes the range that was read ahead, or null if another one is wanted. Removes it in both cases. */
export function takePrefetched(
  holder: { ahead: PrefetchedRange | null },
  wanted: { asked: string; after: Position },
): PrefetchedRange['reading'] | null {
  const { ahead } = holder
  holder.ahead = null
  const isWanted =
    ahead?.asked === wanted.asked && ahead.after.head === wanted.after.head && ahead.after.hash === wanted.after.hash
  return isWanted ? ahead.reading : null
}
