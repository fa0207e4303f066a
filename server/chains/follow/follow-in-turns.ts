import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ChainConsumer } from '@/db/schema'
import { isTransient } from '@/server/alarms/is-transient'
import { recordWorkFault, recordWorkSuccess } from '@/server/alarms/record-work-fault'
import { type Cursor, claimCursor, releaseCursor } from '@/server/chains/cursor'
import { type Chain, findChain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { leaseSeconds } from '@/server/lease-seconds'
import { createWakeSignal } from '@/server/waking/create-wake-signal'
import { isStopping, onStopping } from '@/server/waking/stopping'
import { isRunningHere, registerWorker, type WakeEvent } from '@/server/waking/wake'
import { pollMs, watchHead } from './watch-head'

/**
 * The length of one run of the job. It stays below the minute after which many proxies cut a request off; the next run
 * continues.
 */
const RUN_MS = 45_000
/** The time after which another process takes a chain over when its follower was killed. */
const LEASE_SECONDS = 10
const POLL_MS = 5_000
const FAULT_PAUSE_MS = 500
const MAX_FIRST = ['read', 'behind', 'waiting', 'elsewhere', 'idle'] as const

/**
 * `read`: more blocks may be ready. `behind`: the node lacks blocks that another node has. `waiting`: the chain has no
 * new block. `idle`: the chain has no followers.
 */
export type TurnOutcome = 'read' | 'behind' | 'waiting' | 'idle'
/** The result of one poll of a chain, and the cursor after it; null if the cursor must be read again. */
export type PollResult = { turn: TurnOutcome; cursor: Cursor | null }

type Ran = { nextAt: Date | null; counts: { turns: number; faults: number } }
type Took = TurnOutcome | 'elsewhere'
type Following = {
  chainId: number
  consumer: ChainConsumer
  event: WakeEvent<{ chainId: number }>
  /**
   * The current depths of its cursors; without it there is one cursor, of depth 0. Called after a wake-up, after a turn
   * that left more to read, and as often as a lease would be renewed.
   */
  findDepths?: () => Promise<readonly number[]>
  /**
   * The minimum time between polls for new blocks, so that blocks of a fast chain are read several at a time. A wake-up
   * is answered at once.
   */
  spacingMs?: number
}

/**
 * Follows a chain for one consumer, turn by turn, until the run's time is up; one process does so at a time. If it has
 * several cursors, each gets its turn. A turn that fails because of the chain's nodes or the database is repeated and
 * does not delay the others.
 */
export async function followInTurns(
  ctx: WorkerCtx,
  { chainId, consumer, event, findDepths = async () => [0], spacingMs = 0 }: Following,
  poll: (chain: Chain, cursor: Cursor) => Promise<PollResult>,
): Promise<Ran> {
  const counts = { turns: 0, faults: 0 }
  const chain = await findChain(chainId)
  const isServed = chain !== null && chain.rpcUrls.length > 0
  if (!isServed || isRunningHere(event, { chainId })) return { nextAt: null, counts }
  const owner = randomUUID()
  const wakeSignal = createWakeSignal()
  const cursors = holdCursors(ctx, { chainId, consumer, owner })
  let isWakeRequested = false
  let isSignaled = false
  const wakeUp = () => {
    isSignaled = true
    wakeSignal.wake()
  }
  let depths: readonly number[] = []
  let polledAt = Number.NEGATIVE_INFINITY
  const wake = () => {
    isWakeRequested = true
    // The caller may have moved a cursor or changed what is followed.
    cursors.forget()
    polledAt = Number.NEGATIVE_INFINITY
    wakeUp()
  }
  const unregister = registerWorker(event, { chainId }, { wake })
  const forgetHead = watchHead(chain, wakeUp, spacingMs)
  const forgetStop = onStopping(() => wakeSignal.wake())
  const deadline = Date.now() + RUN_MS
  let took: Took = 'read'
  const take = async (depth: number): Promise<Took> => {
    const cursor = await cursors.take(depth)
    if (!cursor) return 'elsewhere'
    const { turn, cursor: moved } = await poll((await findChain(chainId)) ?? chain, cursor)
    if (moved) cursors.keep(moved)
    counts.turns += 1
    return turn
  }
  const takeAll = async (): Promise<Took> => {
    const each: Took[] = []
    if (took !== 'waiting' || performance.now() - polledAt >= heldMs()) {
      polledAt = performance.now()
      depths = await findDepths()
    }
    for (const depth of depths) each.push(await patient(ctx, counts, () => take(depth)))
    // The run takes the most urgent result of its cursors.
    return MAX_FIRST.find((one) => each.includes(one)) ?? 'idle'
  }
  try {
    while (Date.now() < deadline && !isStopping() && took !== 'idle' && took !== 'elsewhere') {
      isWakeRequested = false
      isSignaled = false
      const nextFrom = performance.now() + spacingMs
      const faults = counts.faults
      took = await patient(ctx, counts, takeAll)
      if (counts.faults === faults) recordWorkSuccess(ctx)
      if (took === 'behind') await wakeSignal.next(pollMs(chain))
      if (took !== 'waiting') continue
      if (!isSignaled) await wakeSignal.next(heldMs())
      // New blocks also wake this loop; only a wake-up of this follower starts the next poll at once.
      while (performance.now() < nextFrom && !isWakeRequested && !isStopping())
        await wakeSignal.next(nextFrom - performance.now())
    }
  } finally {
    forgetHead()
    forgetStop()
    // Release it while this process still counts as its holder: else another run here finds the lease taken and ends,
    // and no run remains.
    await releaseCursor(ctx, { chainId, consumer }, owner).catch(() => {})
    unregister()
  }
  // A wake-up since the last poll only starts another poll.
  return { nextAt: isWakeRequested ? ctx.now() : nextPoll(took, ctx.now()), counts }
}

/** The holder of the lease continues. If its process is killed, no event says so: poll once after the lease ends. */
function nextPoll(took: Took, now: Date): Date | null {
  if (took === 'idle') return null
  if (took !== 'elsewhere') return now
  // Every process that is refused polls at the same moments: wake-ups of one moment are merged.
  return new Date(Math.ceil((now.getTime() + leaseSeconds(LEASE_SECONDS) * 1_000) / POLL_MS) * POLL_MS)
}

async function patient(ctx: WorkerCtx, counts: Ran['counts'], take: () => Promise<Took>): Promise<Took> {
  try {
    return await take()
  } catch (error) {
    if (!isTransient(error)) throw error
    counts.faults += 1
    recordWorkFault(ctx, error, `the same blocks again in ${FAULT_PAUSE_MS} ms`)
    await wait(FAULT_PAUSE_MS)
    return 'read'
  }
}

/**
 * Returns for how many ms a lease is used before it is renewed: a cursor that moved renewed it, any other is claimed
 * again.
 */
function heldMs(): number {
  return (leaseSeconds(LEASE_SECONDS) * 1_000) / 3
}

/** The cursors of a run. `take` removes a cursor, and `keep` returns it after a poll that succeeded. */
function holdCursors(
  ctx: WorkerCtx,
  { chainId, consumer, owner }: Pick<Following, 'chainId' | 'consumer'> & { owner: string },
) {
  const cursorsByDepth = new Map<number, Cursor>()
  return {
    /** Null while another process holds it. */
    async take(depth: number): Promise<Cursor | null> {
      const cached = cursorsByDepth.get(depth)
      cursorsByDepth.delete(depth)
      if (cached && Date.now() - cached.renewedAt < heldMs()) return cached
      return claimCursor(ctx, { chainId, consumer, depth }, { owner, seconds: leaseSeconds(LEASE_SECONDS) })
    },
    keep: (cursor: Cursor) => cursorsByDepth.set(cursor.depth, cursor),
    forget: () => cursorsByDepth.clear(),
  }
}
