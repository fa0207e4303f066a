import { sql } from 'drizzle-orm'
import { oncePerProcess } from '@/db/once-per-process'
import { CREDITS, isUsageKind, type MeteredName } from '@/schemas/usage/words'
import { workerCtx } from '@/server/ctx'
import { logger } from '@/server/logger'

type Row = { businessId: string; projectId: string; productId: number; periodStart: string; kind: string; n: number }

/**
 * Writes the counts since the last flush in one statement, and reads those of other processes. Counts that cannot be
 * written are kept for the next flush. Call it before the process ends: a killed process loses at most one second.
 */
export function flushUsage(state: Meters = processMeters()): Promise<void> {
  state.flushing = state.flushing.then(() => flush(state))
  return state.flushing
}

async function flush(state: Meters): Promise<void> {
  if (state.timer) clearTimeout(state.timer)
  state.timer = null
  const meters = [...state.loaded.values()]
  const rows: Row[] = []
  const taken: [Meter, Map<MeteredName, number>][] = []
  for (const meter of meters) {
    const { pending, periodStart, usedByKind: _, rolledOver: __, usedAt: ___, ...of } = meter
    if (pending.size === 0) continue
    meter.pending = new Map()
    taken.push([meter, pending])
    for (const [kind, n] of pending) if (n !== 0) rows.push({ ...of, periodStart: periodStart.toISOString(), kind, n })
  }
  try {
    // A use that is counted in between is either stored or pending: both change together below.
    for (const [meter, pending] of taken) for (const [name, n] of pending) add(meter.usedByKind, name, n)
    if (rows.length > 0) learn(state, await write(rows))
  } catch (error) {
    for (const [meter, pending] of taken) {
      for (const [name, n] of pending) {
        add(meter.usedByKind, name, -n)
        add(meter.pending, name, n)
      }
    }
    logger().warn({ err: error }, 'what was used could not be written; it is kept')
    state.timer ??= setTimeout(() => void flushUsage(state), IDLE_MS).unref()
  }
  for (const meter of meters) {
    if (meter.pending.size === 0 && Date.now() - meter.usedAt > IDLE_MS) state.loaded.delete(keyOf(meter))
  }
}

function add(counts: Map<MeteredName, number>, name: MeteredName, n: number): void {
  counts.set(name, (counts.get(name) ?? 0) + n)
}

async function write(rows: readonly Row[]): Promise<Row[]> {
  const written = await workerCtx().db.execute<Row>(sql`
    insert into usage_counts as c (business_id, project_id, product_id, period_start, kind, n)
    select "businessId", "projectId", "productId", "periodStart", kind, n
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("businessId" uuid, "projectId" uuid, "productId" int,
      "periodStart" timestamptz, kind text, n bigint)
    order by 1, 2, 3, 4, 5
    on conflict (business_id, project_id, product_id, period_start, kind)
      do update set n = c.n + excluded.n, updated_at = now()
    returning business_id as "businessId", project_id as "projectId", product_id as "productId",
      to_char(period_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "periodStart", kind, n`)
  return [...written]
}

function learn(state: Meters, rows: readonly Row[]): void {
  for (const { projectId, productId, periodStart, kind, n } of rows) {
    const meter = state.loaded.get(keyOf({ projectId, productId, periodStart: new Date(periodStart) }))
    if (!meter || !(isUsageKind(kind) || kind === CREDITS)) continue
    meter.usedByKind.set(kind, Number(n) + (meter.rolledOver.get(kind) ?? 0))
  }
}

/** A meter that was idle for this time is read again: other processes may have counted meanwhile. */
const IDLE_MS = 5_000

/** The usage of one product by a project in one window, as this process knows it. */
export type Meter = {
  businessId: string
  projectId: string
  productId: number
  periodStart: Date
  /** The uses that Postgres reported last, including those carried over from a previous subscription. */
  usedByKind: Map<MeteredName, number>
  rolledOver: ReadonlyMap<MeteredName, number>
  /** Uses of this process that are not written yet; below zero if more was given back than used. */
  pending: Map<MeteredName, number>
  usedAt: number
}

export type Meters = {
  /** Meters that are being read. */
  loading: Map<string, Promise<Meter>>
  loaded: Map<string, Meter>
  timer: NodeJS.Timeout | null
  /** Writes run one after the other: a late answer of Postgres must not hide a newer one. */
  flushing: Promise<void>
}

/** The meters of a process; tests that play several processes create their own. */
export function createMeters(): Meters {
  return { loading: new Map(), loaded: new Map(), timer: null, flushing: Promise.resolve() }
}
export function processMeters(): Meters {
  return oncePerProcess('usage-meters', createMeters)
}

export function keyOf({ projectId, productId, periodStart }: Pick<Meter, 'projectId' | 'productId' | 'periodStart'>) {
  return `${projectId} ${productId} ${periodStart.getTime()}`
}
