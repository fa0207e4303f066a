import type { Chain } from '@/server/chains/registry'
import type { Position, ReadRange } from './chain-reader'
import type { Followed } from './load-subscriptions'
import { readerOf } from './reader-of'

/**
 * A range that is being read while the one before it is stored: what it was asked for, and the block it has to follow.
 */
export type Ahead = { asked: string; after: Position; reading: Promise<ReadRange | null> }

type Next = {
  asked: string
  /** The one that is stored meanwhile. */
  range: ReadRange
  upTo: bigint
  most: number
  subscriptions: readonly Followed[]
}

/**
 * Begins to read the blocks after a range; null where the range has no block to follow. An error reaches the caller
 * that takes the result.
 */
export function readAhead(chain: Chain, { asked, range, ...how }: Next): Ahead | null {
  const newest = range.blocks.at(-1)
  if (!newest) return null
  const after = { head: newest.number, hash: newest.hash }
  const reading = readerOf(chain).readRange(chain, { after, ...how })
  // The result may not be used.
  reading.catch(() => {})
  return { asked, after, reading }
}

/** What was read ahead, if that is what is wanted now; it is forgotten either way. */
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
