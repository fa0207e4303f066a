import type { Cursor } from '@/server/chains/cursor'
import type { PollResult } from '@/server/chains/follow/follow-in-turns'
import { FIRST_RANGE, type RangeSize } from '@/server/chains/follow/range-size'
import { readTurn } from '@/server/chains/follow/read-turn'
import { readFinalBlock } from '@/server/chains/follow/watch-head'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import type { Position, ReadRange } from './chain-reader'
import { type FollowedSubscription, loadSubscriptions, type SubscriptionSet } from './load-subscriptions'
import type { ReadDepth } from './read-depth'
import { readerOf } from './reader-of'
import { splitRange, storeRange } from './store-range'

/** The state that a follower keeps from one run to the next. */
export type Follower = {
  range: RangeSize
  /** The range after the last stored one, which is being read. */
  ahead: PrefetchedRange | null
  /** The subscriptions it reads for; null if they must be loaded. A change is detected before a range is stored. */
  followed: SubscriptionSet | null
}

export function newFollower(): Follower {
  return { range: FIRST_RANGE, ahead: null, followed: null }
}

const NO_SUBSCRIPTIONS: SubscriptionSet = { fingerprint: '', subscriptions: [] }

/**
 * One turn of one pass on a chain: reads the next blocks that are deep enough, proves that none is missing, and stores
 * them with the events of subscriptions. Never skips a block. Throws RpcUnavailableError, RpcError, LeaseLostError;
 * then nothing was stored, and the next turn reads the same blocks.
 */
export async function followChain(
  ctx: WorkerCtx,
  chain: Chain,
  cursor: Cursor,
  follower: Follower,
): Promise<PollResult> {
  follower.followed ??= await loadSubscriptions(ctx, cursor)
  const { fingerprint, subscriptions } = follower.followed ?? NO_SUBSCRIPTIONS
  const [firstBlock] = subscriptions.map(({ fromBlock }) => fromBlock).sort((one, other) => (one < other ? -1 : 1))
  if (firstBlock === undefined) return { turn: 'idle', cursor }
  // Blocks before the first subscription are not needed, so a chain without subscriptions is not caught up on.
  const after = cursor.head < firstBlock - 1n ? { head: firstBlock - 1n, hash: null } : cursor
  const ahead = takePrefetched(follower, { fingerprint, after })
  const final = await readFinalBlock(atDepth(chain, cursor))
  if (final <= after.head) return { turn: 'waiting', cursor }
  const read = await readTurn(ctx, chain, {
    cursor,
    after,
    upTo: final,
    lowest: firstBlock - 1n,
    follower,
    read: (most) => ahead ?? readerOf(chain).readRange(chain, { after, upTo: final, most, subscriptions }),
  })
  if ('turn' in read) return read
  const { range } = read
  if (range.events.length > 0) faultPoint('follow-after-read')
  if (range.readTo < final)
    follower.ahead = prefetchRange(chain, { fingerprint, range, upTo: final, most: follower.range.size, subscriptions })
  // Replacing blocks that are not final by the chain's own rule does not break that rule.
  const finalBlock = cursor.depth === 0 ? final : null
  let at = cursor
  for (const piece of splitRange(range)) {
    const newest = piece.blocks.at(-1)
    if (!newest) continue
    const moved = { ...at, head: newest.number, hash: newest.hash, finalBlock, reorgedFrom: null }
    const stored = await storeRange(chain, { ...piece, fingerprint, cursor: moved, from: at })
    if (!stored) {
      follower.followed = null
      return { turn: 'read', cursor: at }
    }
    at = stored
  }
  return { turn: at.head >= final ? 'waiting' : 'read', cursor: at }
}

/** The chain with the depth of the pass instead of its own finality rule. */
function atDepth(chain: Chain, { depth }: ReadDepth): Chain {
  return depth === 0 ? chain : { ...chain, finality: 'depth', confirmations: depth }
}

/**
 * A range that is read while the previous one is stored: the fingerprint of its subscriptions, and the block it must
 * follow.
 */
type PrefetchedRange = { fingerprint: string; after: Position; reading: Promise<ReadRange | null> }

type Next = {
  fingerprint: string
  /** The range that is stored at the same time. */
  range: ReadRange
  upTo: bigint
  most: number
  subscriptions: readonly FollowedSubscription[]
}

/**
 * Begins to read the blocks after a range; null if the range is empty. An error is thrown where the result is awaited.
 */
function prefetchRange(chain: Chain, { fingerprint, range, ...how }: Next): PrefetchedRange | null {
  const newest = range.blocks.at(-1)
  if (!newest) return null
  const after = { head: newest.number, hash: newest.hash }
  const reading = readerOf(chain).readRange(chain, { after, ...how })
  // If the result is never used, its error is not unhandled.
  reading.catch(() => {})
  return { fingerprint, after, reading }
}

/** Returns the prefetched range, or null if another range is needed. Removes it in both cases. */
function takePrefetched(
  holder: { ahead: PrefetchedRange | null },
  current: { fingerprint: string; after: Position },
): PrefetchedRange['reading'] | null {
  const { ahead } = holder
  holder.ahead = null
  const isCurrent =
    ahead?.fingerprint === current.fingerprint &&
    ahead.after.head === current.after.head &&
    ahead.after.hash === current.after.hash
  return isCurrent ? ahead.reading : null
}
