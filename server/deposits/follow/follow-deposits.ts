import { depositsDue } from '@/inngest/events'
import type { Cursor } from '@/server/chains/cursor'
import { followInTurns, type PollResult } from '@/server/chains/follow/follow-in-turns'
import type { RangeSize } from '@/server/chains/follow/range-size'
import { readTurn } from '@/server/chains/follow/read-turn'
import { newestHead } from '@/server/chains/follow/watch-head'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { isHeld } from '@/server/recovery/is-recovering'
import { confirmDeposits } from './confirm-deposits'
import { DEPOSIT_LISTENERS } from './deposit-listeners'
import { depositReaderOf } from './deposit-reader-of'
import { findCredits } from './find-credits'
import { storeCredits } from './store-credits'

/** Full blocks weigh a hundred times a header. */
const FIRST_RANGE: RangeSize = { size: 5, ceiling: 20 }
/**
 * The number of past blocks that are read when a chain is followed for the first time, so that deposits during its
 * set-up are found.
 */
const INITIAL_LOOKBACK_MS = 900_000
/** The minimum time between two notifications of consumers that a chain is read to its head. */
const NOTIFY_EVERY_MS = 10_000

/** The state that a follower keeps from one run to the next. */
type DepositFollower = {
  range: RangeSize
  /** The head at which all seen deposits were last compared with the final blocks. */
  settledAt: bigint | null
  /**
   * Whether there may be deposits that are not final yet. Only this follower stores any, as long as it has the lease.
   */
  mayBeUnsettled: boolean
  /** When consumers were last notified that the chain is read to its head, in ms. */
  notifiedAt: number
}

export function newDepositFollower(): DepositFollower {
  return { range: FIRST_RANGE, settledAt: null, mayBeUnsettled: true, notifiedAt: 0 }
}

/**
 * One run on a chain, up to its head: the deposits of its next blocks are stored as seen, and seen deposits are
 * confirmed once their block is final. Never skips a block. Throws RpcUnavailableError, RpcError, LeaseLostError: then
 * the same blocks are read again.
 */
export async function followDeposits(
  ctx: WorkerCtx,
  chain: Chain,
  cursor: Cursor,
  follower: DepositFollower,
): Promise<PollResult> {
  // After a restore addresses are missing that the recovery adds.
  if (isHeld()) return { turn: 'waiting', cursor }
  const head = await newestHead(chain)
  const after = cursor.highest === 0n ? await firstPoll(chain, head) : cursor
  const isBehind = head > after.head
  const poll: PollResult = isBehind
    ? await readOn(ctx, chain, { cursor, after, head, follower })
    : { turn: 'waiting', cursor }
  if (isBehind || follower.settledAt !== head)
    await settle(ctx, chain, { isAtHead: poll.turn === 'waiting', head, follower })
  return poll
}

type Settling = { isAtHead: boolean; head: bigint; follower: DepositFollower }

/** Confirms deposits whose blocks are final by now, and notifies consumers that the chain is read to its head. */
async function settle(ctx: WorkerCtx, chain: Chain, { isAtHead, head, follower }: Settling): Promise<void> {
  if (follower.mayBeUnsettled) follower.mayBeUnsettled = await confirmDeposits(ctx, chain)
  if (isAtHead) {
    if (Date.now() - follower.notifiedAt < NOTIFY_EVERY_MS) return
    for (const { atHead } of DEPOSIT_LISTENERS) await atHead(ctx, chain)
    follower.notifiedAt = Date.now()
  }
  follower.settledAt = head
}

async function firstPoll(chain: Chain, head: bigint): Promise<Behind['after']> {
  const back = BigInt(Math.ceil(INITIAL_LOOKBACK_MS / chain.blockTimeMs))
  const first = await depositReaderOf(chain).findFirst(chain, head > back ? head - back + 1n : 1n)
  return { head: first - 1n, hash: null }
}

type Behind = { cursor: Cursor; after: { head: bigint; hash: string | null }; head: bigint; follower: DepositFollower }

async function readOn(ctx: WorkerCtx, chain: Chain, { cursor, after, head, follower }: Behind): Promise<PollResult> {
  const read = await readTurn(ctx, chain, {
    cursor,
    after,
    upTo: head,
    lowest: 0n,
    follower,
    read: (most) => depositReaderOf(chain).readBlocks(chain, { after, upTo: head, most }),
  })
  if ('turn' in read) return read
  const { range, newest } = read
  const credits = await findCredits(ctx, chain, range)
  const moved = { ...cursor, head: newest.number, hash: newest.hash, reorgedFrom: null }
  const from = { head: cursor.head, hash: cursor.hash }
  const stored = await storeCredits(ctx, chain, {
    credits,
    blocks: range.blocks,
    after: after.head,
    cursor: moved,
    from,
  })
  if (credits.length > 0) follower.mayBeUnsettled = true
  return { turn: range.readTo >= head ? 'waiting' : 'read', cursor: stored }
}

/** Poll no more often than this: a deposit takes longer to become final, also on chains with shorter block times. */
const SPACING_MS = 1_000

/** Follows a chain for deposits until the run's time is up; one process does so at a time. */
export async function runDeposits(ctx: WorkerCtx, { chainId }: { chainId: number }) {
  const follower = newDepositFollower()
  const followed = { chainId, consumer: 'deposits', event: depositsDue, spacingMs: SPACING_MS } as const
  return followInTurns(ctx, followed, (chain, cursor) => followDeposits(ctx, chain, cursor, follower))
}
