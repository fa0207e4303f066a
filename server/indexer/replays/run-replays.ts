import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { indexerReplays } from '@/db/schema'
import { replaysDue } from '@/inngest/events'
import { isTransient } from '@/server/alarms/is-transient'
import { recordWorkFault } from '@/server/alarms/record-work-fault'
import { type Chain, findChain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { type Follower, newFollower } from '@/server/indexer/follow/follow-chain'
import { createWakeSignal } from '@/server/waking/create-wake-signal'
import { isStopping, onStopping } from '@/server/waking/stopping'
import { isRunningHere, registerWorker } from '@/server/waking/wake'
import { claimReplay, type Replay, releaseReplay } from './claim-replay'
import { hasRunningReplays } from './find-replayed-chains'
import { replayRange } from './replay-range'

/** The duration of one run of the job. */
const RUN_MS = 20_000
/** The time between runs while replays wait for their destination or for nodes. */
const REST_MS = 1_000
/** A replay fails after this number of failed turns in a row: about half an hour, at the end one each minute. */
const MAX_FAULTS = 35
const MAX_PAUSE_SECONDS = 60

type Ran = { nextAt: Date | null; counts: { turns: number; faults: number } }

/**
 * Continues the replays of a chain, one range of one replay in each turn. After a turn it rests for as long as the turn
 * took, so that replays do not delay the followers of the head.
 */
export async function runReplays(ctx: WorkerCtx, { chainId }: { chainId: number }): Promise<Ran> {
  const counts = { turns: 0, faults: 0 }
  const chain = await findChain(chainId)
  if (!chain || chain.rpcUrls.length === 0 || isRunningHere(replaysDue, { chainId })) return { nextAt: null, counts }
  const owner = randomUUID()
  const wakeSignal = createWakeSignal()
  const unregister = registerWorker(replaysDue, { chainId }, { wake: () => wakeSignal.wake() })
  const forgetStop = onStopping(() => wakeSignal.wake())
  const deadline = Date.now() + RUN_MS
  const follower = newFollower()
  try {
    while (Date.now() < deadline && !isStopping()) {
      const replay = await claimReplay(ctx, chainId, owner)
      if (!replay) break
      const startedAt = Date.now()
      const isDone = await turn(ctx, { chain, replay, follower })
      counts[isDone ? 'turns' : 'faults'] += 1
      await wakeSignal.next(Date.now() - startedAt)
    }
  } finally {
    unregister()
    forgetStop()
  }
  const isMore = await hasRunningReplays(ctx, chainId)
  return { nextAt: isMore ? new Date(ctx.now().getTime() + REST_MS) : null, counts }
}

type Turn = { chain: Chain; replay: Replay; follower: Follower }

/** Runs a turn. Returns false after a temporary fault. */
async function turn(ctx: WorkerCtx, { chain, replay, follower }: Turn): Promise<boolean> {
  try {
    await replayRange(ctx, chain, replay, follower)
    return true
  } catch (error) {
    if (!isTransient(error)) throw error
    await noteFault(ctx, replay)
    recordWorkFault(ctx, error, 'the same blocks are read again after a longer pause')
    return false
  } finally {
    await releaseReplay(ctx, replay).catch(() => {})
  }
}

/** Records a failed turn: the replay is tried again later, and fails after `MAX_FAULTS`. */
async function noteFault({ db, now }: WorkerCtx, { id, owner, fence, faultCount }: Replay): Promise<void> {
  const faults = faultCount + 1
  const pause = Math.min(MAX_PAUSE_SECONDS, 2 ** Math.min(faults, 10) / 2)
  const ended = faults >= MAX_FAULTS ? { status: 'failed' as const, endedAt: now() } : {}
  await db
    .update(indexerReplays)
    .set({ faultCount: faults, retryAt: sql`now() + make_interval(secs => ${pause})`, updatedAt: now(), ...ended })
    .where(
      and(
        eq(indexerReplays.id, id),
        eq(indexerReplays.status, 'running'),
        eq(indexerReplays.leaseOwner, owner),
        eq(indexerReplays.fence, fence),
      ),
    )
}
