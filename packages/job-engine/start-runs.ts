import type { Db } from './db'
import { queueDeadline } from './deadlines'
import { durationMs } from './duration'
import { endRun } from './end-run'
import type { Engine } from './engine'
import { keyOf } from './expression'
import { hasFlowControl, passesGates, throttledUntil } from './flow-control'
import type { FunctionConfig, RegisteredFunction } from './function-config'
import type { Start } from './start'
import type { StoredEvent } from './stored-event'
import { ulid } from './ulid'

/** The decision of admission about a start that proceeds. */
interface Admission {
  dueAt?: Date
  singletonKey?: string
}

interface Slots {
  keys: string[]
  limits: number[]
}

function slotsOf(fn: RegisteredFunction, event: StoredEvent): Slots | null {
  const setting = fn.config.concurrency
  if (setting === undefined) return null
  const list: { limit: number; key?: string; scope?: string }[] =
    typeof setting === 'number' ? [{ limit: setting }] : Array.isArray(setting) ? setting : [setting]
  // 0 means "no limit", as in the hosted service
  const limited = list.filter((slot) => slot.limit > 0)
  if (limited.length === 0) return null
  const keys = limited.map((slot) => {
    const value = slot.key ? keyOf(slot.key, { event }) : ''
    const owner = slot.scope && slot.scope !== 'fn' ? slot.scope : fn.id
    return `${owner}|${slot.key ?? ''}|${value}`
  })
  return { keys, limits: limited.map((slot) => slot.limit) }
}

function deadline(config: FunctionConfig, kind: 'start' | 'finish', from: number): string | null {
  const span = config.timeouts?.[kind]
  return span ? new Date(from + durationMs(span)).toISOString() : null
}

/** Inserts runs with their first call. Flow control has already spoken. */
export async function insertRuns(engine: Engine, tx: Db, starts: (Start & Admission)[]): Promise<string[]> {
  if (starts.length === 0) return []
  const now = Date.now()
  const rows = starts.map((start) => {
    // an event dated into the future starts its functions then
    const due = Math.max(now, start.event.ts, start.dueAt?.getTime() ?? 0)
    return {
      id: ulid(now),
      item: ulid(now),
      fn_id: start.fn.id,
      event_id: start.event.id,
      batch_ids: start.batch ? start.batch.map((event) => event.id) : null,
      // as text: Postgres cannot look into JSON that holds \\u0000, but it can keep it
      events: JSON.stringify(start.batch ?? [start.event]),
      singleton_key: start.singletonKey ?? null,
      slots: slotsOf(start.fn, start.event),
      deadline_start: deadline(start.fn.config, 'start', due),
      deadline_finish: deadline(start.fn.config, 'finish', due),
      parent_run: start.parent?.run ?? null,
      parent_step: start.parent?.step ?? null,
      due: due > now ? new Date(due).toISOString() : null,
    }
  })
  await tx`
    with u as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as u(
        id text, item text, fn_id text, event_id text, batch_ids text[], events text, singleton_key text, slots json,
        deadline_start timestamptz, deadline_finish timestamptz, parent_run text, parent_step text, due timestamptz)
    ), r as (
      insert into engine.runs (id, fn_id, event_id, batch_ids, events, singleton_key, slots, deadline_start, deadline_finish, parent_run, parent_step)
      select id, fn_id, event_id, batch_ids, events::json, singleton_key, slots, deadline_start, deadline_finish, parent_run, parent_step from u
    )
    insert into engine.items (id, run_id, due_at, job_id)
    select item, id, coalesce(due, now()), engine.queue_item(item, coalesce(due, now())) from u`
  for (const row of rows) {
    if (row.due) engine.wakeAt(new Date(row.due))
    if (row.deadline_start) await queueDeadline(tx, row.id, new Date(row.deadline_start), 'start')
    if (row.deadline_finish) await queueDeadline(tx, row.id, new Date(row.deadline_finish), 'finish')
  }
  return rows.map((row) => row.id)
}

/** Starts functions for events, as the flow control of each function allows. */
export async function startRuns(engine: Engine, tx: Db, starts: Start[]): Promise<void> {
  const free: Start[] = []
  for (const start of starts) {
    if (!hasFlowControl(start.fn.config)) free.push(start)
    else if (await passesGates(engine, tx, start)) await admitRun(engine, tx, start)
  }
  await insertRuns(engine, tx, free)
}

/** The last part of admission, also for starts that a debounce or a batch held back. */
export async function admitRun(engine: Engine, tx: Db, start: Start): Promise<void> {
  const singletonKey = await claimSingleton(engine, tx, start)
  if (singletonKey === 'taken') return
  const dueAt = await throttledUntil(tx, start)
  await insertRuns(engine, tx, [{ ...start, singletonKey, dueAt }])
}

/** The key a singleton run will hold; 'taken' when another run holds it and mode is "skip". */
async function claimSingleton(engine: Engine, tx: Db, { fn, event }: Start): Promise<string | undefined> {
  const rule = fn.config.singleton
  if (!rule) return undefined
  const key = `${fn.id}|${rule.key ? keyOf(rule.key, { event }) : ''}`
  await tx`select pg_advisory_xact_lock(hashtextextended(${key}, 7304))`
  const holders = await tx<{ id: string }[]>`
    select id from engine.runs where singleton_key = ${key} and ended_at is null`
  if (holders.length === 0) return key
  if (rule.mode === 'skip') return 'taken'
  for (const holder of holders) await endRun(engine, tx, holder.id, { status: 'Cancelled' })
  return key
}
