import type { Cursor } from '@/server/chains/cursor'
import { afterRefusal } from '@/server/chains/follow/after-refusal'
import type { Turn } from '@/server/chains/follow/follow-in-turns'
import { grown, type RangeSize } from '@/server/chains/follow/range-size'
import { takeBack } from '@/server/chains/follow/take-back'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { confirmDeposits } from './confirm-deposits'
import { DEPOSIT_LISTENERS } from './deposit-listeners'
import { depositReaderOf } from './deposit-reader-of'
import { findCredits } from './find-credits'
import { storeCredits } from './store-credits'

/** Full blocks weigh a hundred times a header. */
const FIRST_RANGE: RangeSize = { size: 5, ceiling: 20 }
/** A chain is followed from so far back when it is followed for the first time: what came while it was set up is seen too. */
const FIRST_LOOK_MS = 900_000

/** What a follower learns as it goes. */
export type DepositFollower = {
  range: RangeSize
  /** The head at which all that was seen was last held against what is final. */
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
  const head = await depositReaderOf(chain).readHead(chain)
  const after = cursor.highest === 0n ? await firstLook(chain, head) : cursor
  const isBehind = head > after.head
  const turn = isBehind ? await readOn(ctx, chain, { cursor, after, head, follower }) : 'waiting'
  if (isBehind || follower.settledAt !== head) {
    await confirmDeposits(ctx, chain)
    if (turn === 'waiting') for (const { atHead } of DEPOSIT_LISTENERS) await atHead(ctx, chain)
    follower.settledAt = head
  }
  return turn
}

async function firstLook(chain: Chain, head: bigint): Promise<Look['after']> {
  const back = BigInt(Math.ceil(FIRST_LOOK_MS / chain.blockTimeMs))
  const first = await depositReaderOf(chain).findFirst(chain, head > back ? head - back + 1n : 1n)
  return { head: first - 1n, hash: null }
}

type Look = { cursor: Cursor; after: { head: bigint; hash: string | null }; head: bigint; follower: DepositFollower }

async function readOn(ctx: WorkerCtx, chain: Chain, { cursor, after, head, follower }: Look): Promise<Turn> {
  const most = follower.range.size
  const range = await depositReaderOf(chain)
    .readBlocks(chain, { after, upTo: head, most })
    .catch((error: unknown) => {
      const isDivisible = most > 1 && head > after.head + 1n
      follower.range = afterRefusal(error, { range: follower.range, isDivisible })
      return 'refused' as const
    })
  if (range === 'refused') return 'read'
  if (range === null) {
    await takeBack(ctx, chain, { cursor, lowest: 0n })
    return 'read'
  }
  const newest = range.blocks.at(-1)
  // A node that is behind lists none, though another said that they are there.
  if (!newest) return 'waiting'
  follower.range = grown(follower.range)
  const credits = await findCredits(ctx, chain, range)
  const moved = { ...cursor, head: newest.number, hash: newest.hash, rebuiltFrom: null }
  const from = { head: cursor.head, hash: cursor.hash }
  await storeCredits(chain, { credits, blocks: range.blocks, after: after.head, cursor: moved, from })
  return range.readTo >= head ? 'waiting' : 'read'
}
