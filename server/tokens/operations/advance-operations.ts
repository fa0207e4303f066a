import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { tokenOperations } from '@/db/schema'
import { tokenOperationsDue } from '@/inngest/events'
import { isTransient } from '@/server/alarms/is-transient'
import { recordWorkFault } from '@/server/alarms/record-work-fault'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { recordUnknownError } from '@/server/record-unknown-error'
import { canSend } from '@/server/recovery/is-recovering'
import { createWakeSignal } from '@/server/waking/create-wake-signal'
import { isStopping, onStopping } from '@/server/waking/stopping'
import { isRunningHere, registerWorker } from '@/server/waking/wake'
import { advanceOperation } from './advance-operation'
import { failOperations } from './fail-operations'
import type { OperationRow } from './plan'

const RUN_MS = 20_000
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [1_000, 300_000]
/** The time for which a batch in preparation is reserved for its process. */
const CLAIM_MS = 60_000

/** Whether an operation waits for its next batch. */
export async function findDueOperations({ db, now }: WorkerCtx): Promise<Record<string, never>[]> {
  const [due] = await db.select({ id: tokenOperations.id }).from(tokenOperations).where(isDue(now())).limit(1)
  return due ? [{}] : []
}

/** Sends the next batch of every due operation, or ends it, until none is due or the time is up. */
export async function advanceOperations(ctx: WorkerCtx) {
  const counts = { advanced: 0, failed: 0, put_off: 0 }
  // A recovery first finds which of them were executed on chain.
  if (!(await canSend())) return { nextAt: null, counts }
  if (isRunningHere(tokenOperationsDue, {})) return { nextAt: null, counts }
  const wakeSignal = createWakeSignal()
  let isWakeRequested = false
  const unregister = registerWorker(
    tokenOperationsDue,
    {},
    {
      wake: () => {
        isWakeRequested = true
        wakeSignal.wake()
      },
    },
  )
  const forgetStop = onStopping(() => wakeSignal.wake())
  const deadline = Date.now() + RUN_MS
  try {
    while (Date.now() < deadline && !isStopping()) {
      const row = await claimDue(ctx)
      if (!row) break
      counts[await advance(ctx, row)] += 1
    }
  } finally {
    forgetStop()
    unregister()
  }
  return { nextAt: isWakeRequested ? ctx.now() : await nextDue(ctx), counts }
}

function isDue(now: Date) {
  return and(eq(tokenOperations.status, 'PENDING'), lte(tokenOperations.nextAttemptAt, now))
}

/** Claims an operation by postponing it, so that it is due again if this process dies. */
async function claimDue({ db, now }: WorkerCtx): Promise<OperationRow | null> {
  const at = now()
  const ids = db
    .select({ id: tokenOperations.id })
    .from(tokenOperations)
    .where(isDue(at))
    .orderBy(asc(tokenOperations.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await db
    .update(tokenOperations)
    .set({ nextAttemptAt: new Date(at.getTime() + CLAIM_MS), attempts: sql`${tokenOperations.attempts} + 1` })
    .where(sql`${tokenOperations.id} = (${ids})`)
    .returning()
  return row ?? null
}

type AdvanceOutcome = 'advanced' | 'failed' | 'put_off'

/** Advances an operation. If it cannot advance now, the pauses grow; if it never can, it fails. */
async function advance(ctx: WorkerCtx, row: OperationRow): Promise<AdvanceOutcome> {
  try {
    await advanceOperation(ctx, row)
    return 'advanced'
  } catch (error) {
    if (error instanceof ApiError && !['unavailable', 'rate_limited', 'conflict'].includes(error.code)) {
      const failure = { error: error.message, code: error.reason ?? 'transaction_failed' }
      await inWorker(({ db, now }) => failOperations(db, new Map([[row.id, failure]]), now()))
      return 'failed'
    }
    if (error instanceof Error && !(error instanceof ApiError) && !isTransient(error))
      recordUnknownError(error, `token operation ${row.id}`)
    recordWorkFault(ctx, error, 'the same operation is advanced again after a longer pause')
    const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(row.attempts, 10))
    await ctx.db
      .update(tokenOperations)
      .set({ nextAttemptAt: new Date(ctx.now().getTime() + pauseMs) })
      .where(and(eq(tokenOperations.id, row.id), isNotNull(tokenOperations.nextAttemptAt)))
    return 'put_off'
  }
}

async function nextDue({ db }: WorkerCtx): Promise<Date | null> {
  const [next] = await db
    .select({ at: tokenOperations.nextAttemptAt })
    .from(tokenOperations)
    .where(and(eq(tokenOperations.status, 'PENDING'), isNotNull(tokenOperations.nextAttemptAt)))
    .orderBy(asc(tokenOperations.nextAttemptAt))
    .limit(1)
  return next?.at ?? null
}
