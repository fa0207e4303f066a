import type { Cursor } from '@/server/chains/cursor'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import type { PollResult } from './follow-in-turns'
import { growRange, type RangeSize, rangeAfterRefusal } from './range-size'
import { rollBack } from './roll-back'

type Turn<Range> = {
  cursor: Cursor
  /** The block before the first one to read. */
  after: { head: bigint }
  /** The last block that may be read. */
  upTo: bigint
  /** The follower does not need blocks up to this one. */
  lowest: bigint
  /** Its range is set for the next turn: larger after a range, smaller after a refusal. */
  follower: { range: RangeSize }
  /** Reads the next blocks, at most this many; null if a reorg replaced the block before them. */
  read: (most: number) => Promise<Range | null>
}

/**
 * Reads the next range of a follower. If there is none, returns the result of the turn: the nodes refused so many
 * blocks, the cursor was rolled back because of a reorg, or the node lacks blocks that another node reported. Throws
 * RpcUnavailableError, RpcError, LeaseLostError.
 */
export async function readTurn<Range extends { blocks: readonly unknown[] }>(
  ctx: WorkerCtx,
  chain: Chain,
  { cursor, after, upTo, lowest, follower, read }: Turn<Range>,
): Promise<{ range: Range; newest: Range['blocks'][number] } | PollResult> {
  const most = follower.range.size
  const range = await read(most).catch((error: unknown) => {
    const isDivisible = most > 1 && upTo > after.head + 1n
    follower.range = rangeAfterRefusal(error, { range: follower.range, isDivisible })
    return 'refused' as const
  })
  if (range === 'refused') return { turn: 'read', cursor }
  if (range === null) {
    await rollBack(ctx, chain, { cursor, lowest })
    return { turn: 'read', cursor: null }
  }
  const newest = range.blocks.at(-1)
  if (!newest) return { turn: 'behind', cursor }
  follower.range = growRange(follower.range)
  return { range, newest }
}
