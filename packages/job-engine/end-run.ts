import type { Db } from './db'
import { finishKeyOf } from './deadlines'
import type { Engine } from './engine'
import { completeStep } from './steps'
import type { StoredEvent } from './stored-event'
import { ulid } from './ulid'

type Ending = { status: 'Completed'; output: string } | { status: 'Failed'; error: unknown } | { status: 'Cancelled' }

interface EndedRun {
  fn_id: string
  events: StoredEvent[]
  parent_run: string | null
  parent_step: string | null
  timers: string[] | null
  awaited: boolean
  leased: string[] | null
}

const FINISHED = 'inngest/function.finished'
const FAILED = 'inngest/function.failed'
const CANCELLED = 'inngest/function.cancelled'
const OUTCOME_EVENTS = [FINISHED, FAILED, CANCELLED]

function outcomeEvents(runId: string, run: EndedRun, ending: Ending): StoredEvent[] {
  const [event] = run.events
  // a function that runs on outcomes must not wake itself with its own
  if (!event || OUTCOME_EVENTS.includes(event.name)) return []
  const data = { function_id: run.fn_id, run_id: runId, correlation_id: null, event, events: run.events }
  const make = (name: string, extra: object): StoredEvent => ({
    id: ulid(),
    name,
    data: { ...data, ...extra },
    ts: Date.now(),
  })
  switch (ending.status) {
    case 'Completed':
      return [make(FINISHED, { result: JSON.parse(ending.output), _inngest: { status: ending.status } })]
    case 'Failed':
      return [FAILED, FINISHED].map((name) => make(name, { error: ending.error, _inngest: { status: ending.status } }))
    case 'Cancelled':
      return [make(CANCELLED, { error: CANCEL_ERROR, _inngest: { status: ending.status } })]
  }
}

const CANCEL_ERROR = { name: 'Error', message: 'function cancelled' }

/** The result of this run, as the step that invoked it stores it. */
function memoOf(ending: Ending): string {
  if (ending.status === 'Completed') return `{"type":"data","data":${ending.output}}`
  return JSON.stringify({ type: 'error', error: ending.status === 'Failed' ? ending.error : CANCEL_ERROR })
}

/**
 * Ends the usual run in one statement: completed, and no other run waits for it. Returns false, without a change, if
 * more is to do or the claim is void.
 */
export async function tryCompleteRun(
  engine: Engine,
  claim: { item: string; token: string; runId: string },
  output: string,
): Promise<boolean> {
  if (OUTCOME_EVENTS.some((name) => engine.registry.triggers(name).length > 0)) return false
  const ended = await engine.sql`
    with held as (
      select r.id from engine.runs r join engine.items i on i.run_id = r.id
      where i.id = ${claim.item} and i.token = ${claim.token} and r.id = ${claim.runId}
        and r.ended_at is null and r.parent_run is null
        and not exists (select from engine.steps s where s.run_id = r.id and s.memo is null)
        and not exists (select from engine.waits where event_name = any(${OUTCOME_EVENTS}))
      for update of r, i
    ), items as (
      delete from engine.items where run_id = (select id from held)
    ), ended as (
      update engine.runs set status = 'Completed', output = ${output}::text::json, ended_at = now()
      where id = (select id from held) returning id
    )
    select graphile_worker.remove_job(${finishKeyOf(claim.runId)}) from ended`
  return ended.length > 0
}

/** Ends a run once: state, leftovers, the caller's step and the outcome events, all in `tx`. */
export async function endRun(engine: Engine, tx: Db, runId: string, ending: Ending): Promise<boolean> {
  const output =
    ending.status === 'Completed'
      ? ending.output
      : JSON.stringify(ending.status === 'Failed' ? ending.error : CANCEL_ERROR)
  const [run] = await tx<EndedRun[]>`
    with ended as (
      update engine.runs set status = ${ending.status}, output = ${output}::text::json, ended_at = now()
      where id = ${runId} and ended_at is null
      returning fn_id, events, parent_run, parent_step
    ), items as (
      delete from engine.items where run_id = ${runId} and exists (select from ended) returning id
    ), waits as (
      delete from engine.waits where run_id = ${runId} and exists (select from ended)
    )
    select fn_id, events, parent_run, parent_step,
      (select array_agg(id) from engine.steps where run_id = ${runId} and memo is null and op <> 'StepPlanned') as timers,
      exists (select from engine.waits where event_name = any(${OUTCOME_EVENTS})) as awaited,
      (select array_agg(id) from items where exists (select from engine.leases l where l.item_id = items.id)) as leased
    from ended`
  if (!run) return false

  // The application may sit on the call for hours: its slot goes to the next run now.
  for (const item of run.leased ?? []) await tx`select engine.release(${item})`
  await tx`select graphile_worker.remove_job(${finishKeyOf(runId)})`
  for (const step of run.timers ?? []) await tx`select graphile_worker.remove_job(${`timer|${runId}|${step}`})`
  if (run.parent_run && run.parent_step) await completeStep(tx, run.parent_run, run.parent_step, memoOf(ending))
  const received = run.awaited || OUTCOME_EVENTS.some((name) => engine.registry.triggers(name).length > 0)
  if (received) await engine.route(tx, outcomeEvents(runId, run, ending))
  return true
}
