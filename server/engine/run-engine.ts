import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { transactions } from '@/db/schema'
import { chainDue } from '@/inngest/events'
import { isTransient } from '@/server/alarms/is-transient'
import { recordWorkFault, recordWorkSuccess } from '@/server/alarms/record-work-fault'
import { isOwnerActive } from '@/server/businesses/is-owner-active'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { maySend } from '@/server/recovery/is-recovering'
import { createWakeSignal, type WakeSignal } from '@/server/waking/create-wake-signal'
import { isStopping, onStopping } from '@/server/waking/stopping'
import { isRunningHere, registerWorker } from '@/server/waking/wake'
import { isEligibleTransaction } from './isolate-rows'

/** The duration of one run of the job; the next run continues with what is open. */
const RUN_MS = 20_000
/** Between turns, so that a turn finds a batch and not a single transaction. */
const TURN_SPACING_MS = 30
const FAULT_PAUSE_MS = 250

export type LingerOptions = {
  /** The time that an idle worker stays, so that the next transfer starts without the job engine. */
  lingerMs: number
}

type EngineLoop = LingerOptions & {
  /** The longest wait for something to happen between two turns. */
  pollMs: number
  /**
   * Functions that the worker repeats independently, under leases of `owner`. A turn returns whether anything is open.
   */
  turns: readonly ((owner: string) => Promise<boolean>)[]
  /** Releases the leases of `owner`. */
  release: (owner: string) => Promise<unknown>
}

/**
 * The counts of a run, for its log line: turns that succeeded, and turns that failed because a dependency was
 * unreachable.
 */
export type EngineRun = { unfinished: boolean; counts: { turns: number; faults: number } }

/**
 * Runs a chain's worker until nothing is open or the time of the run is over; one runs per chain and process. After a
 * temporary fault the run pauses and continues. `unfinished` requests another run.
 */
export async function runEngine(ctx: WorkerCtx, chain: Chain, loop: EngineLoop): Promise<EngineRun> {
  const { chainId } = chain
  const counts = { turns: 0, faults: 0 }
  if (chain.rpcUrls.length === 0 || isRunningHere(chainDue, { chainId })) return { unfinished: false, counts }
  const owner = randomUUID()
  const wakeSignal = createWakeSignal()
  const unregister = registerWorker(chainDue, { chainId }, { wake: () => wakeSignal.wake() })
  const forgetStop = onStopping(() => wakeSignal.wake())
  try {
    await turnUntilIdle(loop, { ctx, owner, wakeSignal, counts, faulty: new Set() })
    unregister()
    // A transfer that was accepted before this line only woke this worker; later ones send an event. Check again.
    return { unfinished: await hasOpenTransactions(ctx, chain.chainId), counts }
  } catch (error) {
    if (!isTransient(error)) throw error
    // The job engine would retry an error in half a minute, but an unfinished run at once.
    recordWorkFault(ctx, error, 'the worker starts again at once')
    await wait(FAULT_PAUSE_MS)
    return { unfinished: true, counts }
  } finally {
    unregister()
    forgetStop()
    await loop.release(owner).catch(() => {})
  }
}

/**
 * The turns of one run. All end together, because a wake-up only reaches turns that are still running. A process that
 * stops ends its run between two turns.
 */
type Run = { ctx: WorkerCtx; owner: string; wakeSignal: WakeSignal; counts: EngineRun['counts']; faulty: Set<number> }

async function turnUntilIdle(loop: EngineLoop, run: Run): Promise<void> {
  const { owner, wakeSignal } = run
  const deadline = Date.now() + RUN_MS
  const idleSince = loop.turns.map((): number | null => null)
  let hasEnded = false
  const isOver = () =>
    hasEnded ||
    isStopping() ||
    Date.now() >= deadline ||
    idleSince.every((since) => since !== null && Date.now() - since >= loop.lingerMs)
  const repeat = async (turn: EngineLoop['turns'][number], index: number) => {
    while (!isOver()) {
      const signaled = wakeSignal.next(loop.pollMs)
      const isOpen = await retryTurn(run, index, () => turn(owner))
      idleSince[index] = isOpen ? null : (idleSince[index] ?? Date.now())
      if (isOver()) return
      await signaled
      await wait(TURN_SPACING_MS)
    }
  }
  const ends = loop.turns.map((turn, index) =>
    repeat(turn, index).finally(() => {
      hasEnded = true
    }),
  )
  for (const end of await Promise.allSettled(ends)) if (end.status === 'rejected') throw end.reason
}

/** Runs a turn and retries after a temporary fault. The fault is over once every turn that failed has succeeded. */
async function retryTurn({ ctx, counts, faulty }: Run, index: number, turn: () => Promise<boolean>): Promise<boolean> {
  try {
    const isOpen = await turn()
    counts.turns += 1
    if (faulty.delete(index) && faulty.size === 0) recordWorkSuccess(ctx)
    return isOpen
  } catch (error) {
    if (!isTransient(error)) throw error
    counts.faults += 1
    faulty.add(index)
    recordWorkFault(ctx, error, `the next turn in ${FAULT_PAUSE_MS} ms`)
    await wait(FAULT_PAUSE_MS)
    return true
  }
}

/**
 * Transactions that wait for a person, for a suspended project or for a recovery, or that are quarantined, do not keep
 * a worker busy. The sweeper runs the worker for them once a minute.
 */
export async function hasOpenTransactions(ctx: WorkerCtx, chainId: number): Promise<boolean> {
  const open = await ctx.db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.chainId, chainId),
        // Without parameters: Postgres uses an index of open rows only for values it knows when it plans, and would
        // plan each call.
        sql`status = 'PENDING' and stage <> 'awaiting_approval'`,
        isEligibleTransaction('transactions', ctx),
        sql`(needs_operator is null or cancel_requested_at is not null)`,
        sql`(stage <> 'queued' or cancel_requested_at is not null or ${isOwnerActive('transactions')})`,
        sql`(stage <> 'queued' or ${maySend()})`,
      ),
    )
    .limit(1)
  return open.length > 0
}

const chainRow = z.object({ chainId: z.number() })

/**
 * Chains with transactions that the engine can advance. Those that wait for an approval or belong to a suspended
 * project do not count.
 */
export async function findDueChains({ db }: WorkerCtx): Promise<z.infer<typeof chainRow>[]> {
  const chains = await db.execute(sql`select distinct chain_id as "chainId" from transactions t
    where status = 'PENDING' and stage <> 'awaiting_approval' and (stage <> 'queued' or cancel_requested_at is not null or ${isOwnerActive('t')})`)
  return z.array(chainRow).parse([...chains])
}
