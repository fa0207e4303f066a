import { applyReply } from './apply-reply'
import { callApp } from './call-app'
import { endRun } from './end-run'
import type { Engine } from './engine'
import { maxAttempts, type RegisteredFunction } from './function-config'
import { MAX_STATE_BYTES, MAX_STEPS } from './limits'
import type { StoredEvent } from './stored-event'
import { ulid } from './ulid'
import { withRetry } from './with-retry'

interface ClaimRow {
  run_id: string
  step_id: string | null
  attempt: number
  unreachable_since: Date | null
  fn_id: string
  events: StoredEvent[]
  parallel: boolean
  slots: { keys: string[]; limits: number[] } | null
  deadline_start: Date | null
  steps: Record<string, unknown> | null
  step_count: number
  state_bytes: number
}

/** Takes the item under a fresh token: an older holder that comes back late is recognised and ignored. */
async function claim(engine: Engine, item: string, jobId: string, token: string): Promise<ClaimRow | undefined> {
  const [row] = await withRetry(
    () => engine.sql<ClaimRow[]>`
    with i as (
      update engine.items set token = ${token}
      where id = ${item} and job_id = ${jobId} and due_at <= now() + interval '50 milliseconds'
      returning run_id, step_id, attempt, unreachable_since
    ), started as (
      update engine.runs set status = 'Running', started_at = now() from i
      where runs.id = i.run_id and runs.status = 'Queued' and runs.slots is null
    ), memo as (
      select json_object_agg(s.id, s.memo order by s.seq) filter (where s.memo is not null) as steps,
        count(*)::int as step_count, coalesce(sum(octet_length(s.memo::text)), 0)::int as state_bytes
      from engine.steps s where s.run_id = (select run_id from i)
    )
    select i.*, r.fn_id, r.events, r.parallel, r.slots, memo.steps, memo.step_count, memo.state_bytes
    from i join engine.runs r on r.id = i.run_id, memo where r.ended_at is null`,
  )
  return row
}

function overLimit(row: ClaimRow): string | null {
  if (row.step_count > MAX_STEPS) return `A run may have at most ${MAX_STEPS} steps`
  if (row.state_bytes > MAX_STATE_BYTES) return `The results of a run's steps may take at most ${MAX_STATE_BYTES} bytes`
  return null
}

function requestBody(row: ClaimRow, item: string, token: string, fn: RegisteredFunction): object {
  const stack = Object.keys(row.steps ?? {})
  return {
    version: -1,
    event: row.events[0],
    events: row.events,
    steps: row.steps ?? {},
    defers: {},
    ctx: {
      run_id: row.run_id,
      attempt: row.attempt,
      max_attempts: maxAttempts(fn.config),
      disable_immediate_execution: row.parallel,
      use_api: false,
      // fn_id and qi_id make the SDK report steps through the checkpoint endpoint
      fn_id: fn.id,
      qi_id: `${item}.${token}`,
      stack: { stack, current: stack.length },
    },
  }
}

async function releaseSlots(engine: Engine, item: string): Promise<void> {
  await withRetry(
    () => engine.sql`select engine.release(${item}) where exists (select from engine.leases where item_id = ${item})`,
  )
}

async function failRun(engine: Engine, row: ClaimRow, item: string, message: string): Promise<void> {
  await withRetry(() =>
    engine.sql.begin((tx) => endRun(engine, tx, row.run_id, { status: 'Failed', error: { name: 'Error', message } })),
  )
  await releaseSlots(engine, item)
}

/** A run starts with its first slot. Its time in the queue before that counts for no time limit. */
async function hasSlot(engine: Engine, item: string, { run_id: runId, slots }: ClaimRow): Promise<boolean> {
  if (!slots) return true
  const [slot] = await withRetry(
    () => engine.sql<{ free: boolean }[]>`
    with slot as materialized (select engine.acquire(${item}, ${slots.keys}, ${slots.limits}) as free),
    started as (
      update engine.runs set status = 'Running', started_at = now() from slot
      where slot.free and runs.id = ${runId} and runs.status = 'Queued'
    )
    select free from slot`,
  )
  return slot?.free === true
}

/** The `call` job: calls the application for an item, as long as the next call follows directly. */
export async function callItem(engine: Engine, item: string, jobId: string): Promise<void> {
  for (;;) {
    const token = ulid()
    const row = await claim(engine, item, jobId, token)
    if (!row) return releaseSlots(engine, item)
    const fn = engine.registry.find(row.fn_id)
    if (!fn) return failRun(engine, row, item, `Function "${row.fn_id}" is not registered`)
    const problem = overLimit(row)
    if (problem) return failRun(engine, row, item, problem)
    // no slot: the item is queued for one and gets a new job with it
    if (!(await hasSlot(engine, item, row))) return

    const body = requestBody(row, item, token, fn)
    const call = engine.calls.open(row.run_id)
    const reply = await callApp(
      { url: fn.url, fnId: fn.id, stepId: row.step_id ?? 'step', body },
      { signingKey: engine.options.signingKey, signal: call.signal },
    ).finally(call.close)
    const next = await applyReply(
      engine,
      {
        item,
        token,
        runId: row.run_id,
        stepId: row.step_id,
        attempt: row.attempt,
        unreachableSince: row.unreachable_since,
        fn,
        event: row.events[0],
        hasSlots: row.slots !== null,
      },
      reply,
    )
    if (next === 'done') return
  }
}
