import type { Claim } from './claim'
import type { Db } from './db'
import { momentOf } from './duration'
import type { Engine } from './engine'
import { isObject, type JsonObject } from './json'
import { equalityPath, valueAt } from './match'
import { insertRuns } from './start-runs'
import { completeStep } from './steps'
import type { StoredEvent } from './stored-event'
import { ulid } from './ulid'

interface Planned {
  op: JsonObject
  batch: string | null
}

/** Queues one call for each planned step that is not known yet; the SDK reports open ones again. */
export async function planSteps(tx: Db, runId: string, planned: Planned[]): Promise<void> {
  if (planned.length === 0) return
  const rows = planned.map(({ op, batch }) => ({ id: op.id, name: op.displayName ?? op.name, batch, item: ulid() }))
  await tx`
    with u as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as u(id text, name text, batch text, item text)
    ), fresh as (
      insert into engine.steps (run_id, id, op, name, batch) select ${runId}, id, 'StepPlanned', name, batch from u
      on conflict do nothing returning id
    )
    insert into engine.items (id, run_id, step_id, due_at, job_id)
    select u.item, ${runId}, u.id, now(), engine.queue_item(u.item, now()) from u join fresh on fresh.id = u.id`
}

async function addTimer(engine: Engine, tx: Db, runId: string, stepId: string, at: Date): Promise<void> {
  await tx`
    select graphile_worker.add_job('timer', ${JSON.stringify({ run: runId, step: stepId })}::text::json,
      run_at => ${at}, job_key => ${`timer|${runId}|${stepId}`})`
  engine.wakeAt(at)
}

async function openWait(tx: Db, claim: Claim, stepId: string, op: JsonObject, opts: JsonObject): Promise<void> {
  const condition = typeof opts.if === 'string' ? opts.if : null
  const path = condition ? equalityPath(condition) : null
  await tx`
    insert into engine.waits (run_id, step_id, event_name, expression, match_path, match_key)
    values (${claim.runId}, ${stepId}, ${String(op.name)}, ${condition}, ${path}, ${path ? valueAt(claim.event, path) : null})`
}

async function invoke(engine: Engine, tx: Db, runId: string, stepId: string, opts: JsonObject): Promise<void> {
  const id = String(opts.function_id)
  const fn = engine.registry.find(id)
  if (!fn) {
    const error = { name: 'Error', message: `could not find function with ID: ${id}` }
    await completeStep(tx, runId, stepId, JSON.stringify({ type: 'error', error }))
    return
  }
  const payload = isObject(opts.payload) ? opts.payload : {}
  const event: StoredEvent = {
    ...payload,
    id: ulid(),
    name: 'inngest/function.invoked',
    data: payload.data ?? {},
    ts: Date.now(),
  }
  await insertRuns(engine, tx, [{ fn, event, parent: { run: runId, step: stepId } }])
}

/** Opens a step that ends without a call: a sleep, a wait for an event, an invoked function. */
export async function openStep(
  engine: Engine,
  tx: Db,
  claim: Claim,
  op: JsonObject,
  batch: string | null,
): Promise<void> {
  const { runId } = claim
  const stepId = String(op.id)
  const fresh = await tx`
    insert into engine.steps (run_id, id, op, name, batch)
    values (${runId}, ${stepId}, ${String(op.op)}, ${String(op.displayName ?? op.name ?? '')}, ${batch})
    on conflict do nothing returning id`
  if (fresh.length === 0) return
  const opts = isObject(op.opts) ? op.opts : {}
  if (op.op === 'Sleep') {
    await addTimer(engine, tx, runId, stepId, momentOf(String(op.name), new Date()))
    return
  }
  if (typeof opts.timeout === 'string') await addTimer(engine, tx, runId, stepId, momentOf(opts.timeout, new Date()))
  if (op.op === 'WaitForEvent') await openWait(tx, claim, stepId, op, opts)
  else await invoke(engine, tx, runId, stepId, opts)
}
