import type { Cursor } from '@/server/chains/cursor'
import { readHeadBlock } from '@/server/chains/evm/read-headers'
import { FULL_BLOCKS } from '@/server/chains/evm/read-log-range'
import { afterRefusal } from '@/server/chains/follow/after-refusal'
import type { Turn } from '@/server/chains/follow/follow-in-turns'
import { grown, type RangeSize } from '@/server/chains/follow/range-size'
import { readProvenBlocks } from '@/server/chains/follow/read-proven-range'
import { takeBack } from '@/server/chains/follow/take-back'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { confirmDeposits } from './confirm-deposits'
import { findArrivals, soughtOn } from './find-arrivals'
import { findCredits } from './find-credits'
import { storeCredits } from './store-credits'

/** Full blocks weigh a hundred times a header. */
const FIRST_RANGE: RangeSize = { size: 5, ceiling: 20 }
/** A chain is followed from so far back when it is followed for the first time: what came while it was set up is seen too. */
const FIRST_LOOK_MS = 900_000

/** What a follower learns as it goes. */
export type DepositFollower = {
  range: RangeSize /** The head at which all that was seen was last held against what is final. */
  settledAt: bigint | null
}

export function newDepositFollower(): DepositFollower {
  return { range: FIRST_RANGE, settledAt: null }
}

/**
 * One look at a chain, to its head: what its next blocks brought is stored as seen, and what was seen is confirmed once its block is final. Never
 * passes a block over. Throws RpcUnavailableError, RpcError, LeaseLostError: then the same blocks are read again.
 */
export async function followDeposits(
  ctx: WorkerCtx,
  chain: Chain,
  cursor: Cursor,
  follower: DepositFollower,
): Promise<Turn> {
  const head = await readHeadBlock(chain)
  const after = cursor.highest === 0n ? { head: firstAfter(chain, head), hash: null } : cursor
  const isBehind = head > after.head
  const turn = isBehind ? await readOn(ctx, chain, { cursor, after, head, follower }) : 'waiting'
  if (isBehind || follower.settledAt !== head) {
    await confirmDeposits(ctx, chain)
    follower.settledAt = head
  }
  return turn
}

function firstAfter({ blockTimeMs }: Chain, head: bigint): bigint {
  const back = BigInt(Math.ceil(FIRST_LOOK_MS / blockTimeMs))
  return head > back ? head - back : 0n
}

type Look = { cursor: Cursor; after: { head: bigint; hash: string | null }; head: bigint; follower: DepositFollower }

async function readOn(ctx: WorkerCtx, chain: Chain, { cursor, after, head, follower }: Look): Promise<Turn> {
  const first = after.head + 1n
  const size = BigInt(follower.range.size)
  const last = head < first + size - 1n ? head : first + size - 1n
  const asked = { after, first, last, sought: soughtOn(chain) }
  const range = await readProvenBlocks(chain, asked, FULL_BLOCKS).catch((error: unknown) => {
    follower.range = afterRefusal(error, { range: follower.range, isDivisible: last > first })
    return 'refused' as const
  })
  if (range === 'refused') return 'read'
  if (range === null) {
    await takeBack(ctx, chain, { cursor, lowest: 0n })
    return 'read'
  }
  follower.range = grown(follower.range)
  const newest = range.heads.at(-1)
  if (!newest) return 'waiting'
  const credits = await findCredits(ctx, chain, findArrivals(chain, range))
  const moved = { ...cursor, head: newest.number, hash: newest.hash, rebuiltFrom: null }
  await storeCredits(chain, {
    credits,
    heads: range.heads,
    cursor: moved,
    from: { head: cursor.head, hash: cursor.hash },
  })
  return newest.number === head ? 'waiting' : 'read'
}
