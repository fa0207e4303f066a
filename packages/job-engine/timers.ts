import { queueDeadline } from './deadlines'
import { durationMs } from './duration'
import { endRun } from './end-run'
import type { Engine } from './engine'
import { admitRun } from './start-runs'
import { completeStep } from './steps'
import type { StoredEvent } from './stored-event'
import { withRetry } from './with-retry'

const INVOKE_TIMEOUT = JSON.stringify({
  type: 'error',
  error: { name: 'InngestInvokeTimeoutError', message: 'Timed out waiting for invoked function to complete' },
})

/** A sleep is over, or a wait ran out of time. */
export async function fireTimer(engine: Engine, runId: string, stepId: string): Promise<void> {
  await withRetry(() =>
    engine.sql.begin(async (tx) => {
      const [step] = await tx<{ op: string }[]>`select op from engine.steps where run_id = ${runId} and id = ${stepId}`
      if (!step) return
      const memo = step.op === 'InvokeFunction' ? INVOKE_TIMEOUT : '{"type":"data","data":null}'
      await completeStep(tx, runId, stepId, memo)
    }),
  )
}

interface Deadlined {
  fn_id: string
  started_at: Date | null
  deadline_start: Date | null
}

/**
 * `timeouts.start` and `timeouts.finish`: cancels a run that is late, with its call in progress. Its time in the queue
 * does not count as time to finish, so the job checks a run later that started late or not yet.
 */
export async function fireDeadline(engine: Engine, runId: string): Promise<void> {
  const isCancelled = await withRetry(() =>
    engine.sql.begin(async (tx) => {
      const [run] = await tx<Deadlined[]>`
        select fn_id, started_at, deadline_start from engine.runs where id = ${runId} and ended_at is null for update`
      if (!run) return false
      const now = Date.now()
      const finish = engine.registry.find(run.fn_id)?.config.timeouts?.finish
      const dueMs = finish ? (run.started_at?.getTime() ?? now) + durationMs(finish) : Number.POSITIVE_INFINITY
      const isLate = run.started_at === null && run.deadline_start !== null && run.deadline_start.getTime() <= now
      if (isLate || dueMs <= now) return endRun(engine, tx, runId, { status: 'Cancelled' })
      if (Number.isFinite(dueMs)) await queueDeadline(tx, runId, new Date(dueMs), 'finish')
      return false
    }),
  )
  if (isCancelled) engine.calls.abort(runId)
}

/** The quiet period is over: the last event of the burst starts the function. */
export async function fireDebounce(engine: Engine, key: string): Promise<void> {
  await withRetry(() =>
    engine.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended(${key}, 7303))`
      const [row] = await tx<{ fn_id: string; event: StoredEvent }[]>`
        delete from engine.debounces where key = ${key} and due_at <= now() + interval '20 milliseconds' returning fn_id, event`
      const fn = row ? engine.registry.find(row.fn_id) : undefined
      if (row && fn) await admitRun(engine, tx, { fn, event: row.event })
    }),
  )
}

/** A batch is full or its time is up. */
export async function fireBatch(engine: Engine, key: string): Promise<void> {
  await withRetry(() =>
    engine.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended(${key}, 7303))`
      const [head] = await tx<{ fn_id: string; size: number; due: Date }[]>`
        select min(fn_id) as fn_id, count(*)::int as size, min(due_at) as due from engine.batches where key = ${key}`
      const fn = head?.fn_id ? engine.registry.find(head.fn_id) : undefined
      const limit = fn?.config.batchEvents?.maxSize
      if (!head || !fn || !limit) return
      if (head.size < limit && head.due.getTime() > Date.now() + 20) return
      const rows = await tx<{ event: StoredEvent }[]>`
        with gone as (
          delete from engine.batches where seq in (select seq from engine.batches where key = ${key} order by seq limit ${limit})
          returning seq, event
        ) select event from gone order by seq`
      const batch = rows.map((row) => row.event)
      const [event] = batch
      if (event) await admitRun(engine, tx, { fn, event, batch })
      const [rest] = await tx<{ due: Date | null }[]>`select min(due_at) as due from engine.batches where key = ${key}`
      if (!rest?.due) return
      await tx`select graphile_worker.add_job('batch', ${JSON.stringify({ key })}::text::json, run_at => ${rest.due}, job_key => ${key})`
      engine.wakeAt(rest.due)
    }),
  )
}
