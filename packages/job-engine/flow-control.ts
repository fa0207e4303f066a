import type { Db } from './db'
import { durationMs } from './duration'
import type { Engine } from './engine'
import { keyOf, matches } from './expression'
import type { FunctionConfig } from './function-config'
import type { Start } from './start'

const DAY_MS = 86_400_000

export function hasFlowControl(config: FunctionConfig): boolean {
  const { idempotency, rateLimit, debounce, batchEvents, singleton, throttle } = config
  return Boolean(idempotency || rateLimit || debounce || batchEvents || singleton || throttle)
}

function flowKey(kind: string, { fn, event }: Start, expression: string | undefined): string {
  return `${kind}|${fn.id}|${expression ? keyOf(expression, { event }) : ''}`
}

/** Serialises decisions about one key across processes until the transaction ends. */
async function lockKey(tx: Db, key: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${key}, 7303))`
}

async function isFirst(tx: Db, start: Start, expression: string): Promise<boolean> {
  const key = flowKey('once', start, expression)
  const rows = await tx`
    insert into engine.once as o (key, value, expires_at) values (${key}, ${start.event.id}, ${new Date(Date.now() + DAY_MS)})
    on conflict (key) do update set value = excluded.value, expires_at = excluded.expires_at where o.expires_at < now()
    returning key`
  return rows.length > 0
}

async function isWithinRate(
  tx: Db,
  start: Start,
  rule: { key?: string; limit: number; period: string },
): Promise<boolean> {
  const key = flowKey('rate', start, rule.key)
  const ends = new Date(Date.now() + durationMs(rule.period))
  const rows = await tx<{ used: number }[]>`
    insert into engine.windows as w (key, starts_at, used, expires_at) values (${key}, now(), 1, ${ends})
    on conflict (key) do update set
      used = case when w.expires_at <= now() then 1 else w.used + 1 end,
      expires_at = case when w.expires_at <= now() then excluded.expires_at else w.expires_at end
    returning used`
  return (rows[0]?.used ?? 1) <= rule.limit
}

async function debounce(
  engine: Engine,
  tx: Db,
  start: Start,
  rule: { key?: string; period: string; timeout?: string },
): Promise<void> {
  const key = flowKey('debounce', start, rule.key)
  await lockKey(tx, key)
  const now = Date.now()
  const last = rule.timeout ? `${durationMs(rule.timeout)} milliseconds` : null
  const rows = await tx<{ due_at: Date }[]>`
    insert into engine.debounces as d (key, fn_id, event, first_at, due_at)
    values (${key}, ${start.fn.id}, ${JSON.stringify(start.event)}::text::json, now(), ${new Date(now + durationMs(rule.period))})
    on conflict (key) do update set event = excluded.event,
      due_at = least(excluded.due_at, coalesce(d.first_at + ${last}::interval, excluded.due_at))
    returning due_at`
  const due = rows[0]?.due_at ?? new Date(now)
  await tx`
    select graphile_worker.add_job('debounce', ${JSON.stringify({ key })}::text::json, run_at => ${due}, job_key => ${key})`
  engine.wakeAt(due)
}

async function collect(
  engine: Engine,
  tx: Db,
  start: Start,
  rule: { key?: string; maxSize: number; timeout: string },
): Promise<void> {
  const key = flowKey('batch', start, rule.key)
  await lockKey(tx, key)
  const due = new Date(Date.now() + durationMs(rule.timeout))
  await tx`
    insert into engine.batches (key, fn_id, event, due_at)
    values (${key}, ${start.fn.id}, ${JSON.stringify(start.event)}::text::json, ${due})`
  const [row] = await tx<{ size: number }[]>`select count(*)::int as size from engine.batches where key = ${key}`
  const size = row?.size ?? 0
  if (size !== 1 && size < rule.maxSize) return
  const at = size >= rule.maxSize ? new Date() : due
  await tx`
    select graphile_worker.add_job('batch', ${JSON.stringify({ key })}::text::json, run_at => ${at}, job_key => ${key})`
  engine.wakeAt(at)
}

/** Idempotency, rate limit, debounce, batching: whether a run starts now because of this very event. */
export async function passesGates(engine: Engine, tx: Db, start: Start): Promise<boolean> {
  const { idempotency, rateLimit, debounce: quiet, batchEvents } = start.fn.config
  // an invoked function has a caller waiting for exactly this run
  if (start.parent) return true
  if (idempotency && !(await isFirst(tx, start, idempotency))) return false
  if (rateLimit && !(await isWithinRate(tx, start, rateLimit))) return false
  if (quiet) {
    await debounce(engine, tx, start, quiet)
    return false
  }
  if (batchEvents && (!batchEvents.if || matches(batchEvents.if, { event: start.event }))) {
    await collect(engine, tx, start, batchEvents)
    return false
  }
  return true
}

/** Throttling spreads starts evenly (GCRA): each start moves the key's clock by period / limit. */
export async function throttledUntil(tx: Db, start: Start): Promise<Date | undefined> {
  const rule = start.fn.config.throttle
  if (!rule) return undefined
  const key = flowKey('throttle', start, rule.key)
  const spacing = durationMs(rule.period) / rule.limit
  const slack = spacing * Math.max((rule.burst ?? 1) - 1, 0)
  await lockKey(tx, key)
  const [row] = await tx<{ starts_at: Date }[]>`select starts_at from engine.windows where key = ${key}`
  const now = Date.now()
  const clock = Math.max(row?.starts_at.getTime() ?? 0, now)
  const next = new Date(clock + spacing)
  await tx`
    insert into engine.windows (key, starts_at, used, expires_at) values (${key}, ${next}, 0, ${next})
    on conflict (key) do update set starts_at = excluded.starts_at, expires_at = excluded.expires_at`
  return new Date(Math.max(clock - slack, now))
}
