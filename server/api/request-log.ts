import { sql } from 'drizzle-orm'
import { oncePerProcess } from '@/db/once-per-process'
import { workerCtx } from '@/server/ctx'
import { recordKeyUses } from '@/server/keys/record-key-uses'
import { logger } from '@/server/logger'

type RequestRecord = {
  id: string
  businessId: string | null
  projectId: string | null
  keyId: string | null
  method: string
  path: string
  /** Redacted, including the question mark. */
  search: string
  operation: string | null
  status: number
  durationMs: number
  clientIp: string | null
  userAgent: string | null
  idempotencyKey: string | null
  message: string | null
  /** Redacted JSON; rows only, never in a log line. */
  requestBody: string | null
  responseBody: string | null
  createdAt: Date
}

const FLUSH_MS = 500
const BATCH = 500
/** Above this the database is not keeping up: the oldest rows are dropped, and the log lines remain. */
const MAX_WAITING = 20_000
const NOTE_KEY_USE_MS = 60_000

type Buffer = {
  rows: RequestRecord[]
  keyUses: Map<string, { at: Date; ip: string | null }>
  notedAt: Map<string, number>
  timer: NodeJS.Timeout | null
  flushing: Promise<void>
}

const buffer = () =>
  oncePerProcess('request-log', (): Buffer => {
    return { rows: [], keyUses: new Map(), notedAt: new Map(), timer: null, flushing: Promise.resolve() }
  })

/**
 * Logs one request: a line at once, a row with the next batch, and the use of its key at most once a minute.
 * `isLineOnly`: no row, because a process with too much work has no time for it.
 */
export function recordRequest(record: RequestRecord, { isLineOnly = false } = {}): void {
  const { createdAt: _time, search: _search, requestBody: _request, responseBody: _response, ...line } = record
  logger().info(line, 'request')
  if (isLineOnly) return
  const waiting = buffer()
  if (waiting.rows.length >= MAX_WAITING) waiting.rows.splice(0, BATCH)
  waiting.rows.push(record)
  if (record.keyId) noteKeyUse(waiting, record.keyId, record)
  waiting.timer ??= setTimeout(() => void flushRequestLog(), FLUSH_MS).unref()
}

/** Writes pending entries; call it before the process ends. */
export function flushRequestLog(): Promise<void> {
  const waiting = buffer()
  if (waiting.timer) clearTimeout(waiting.timer)
  waiting.timer = null
  waiting.flushing = waiting.flushing.then(() => writeAll(waiting)).catch(reportLoss)
  return waiting.flushing
}

async function writeAll(waiting: Buffer): Promise<void> {
  while (waiting.rows.length > 0) await insertRows(waiting.rows.splice(0, BATCH))
  const uses = [...waiting.keyUses].map(([id, { at, ip }]) => ({ id, at, ip }))
  waiting.keyUses.clear()
  await recordKeyUses(workerCtx().db, uses)
}

async function insertRows(rows: RequestRecord[]): Promise<void> {
  await workerCtx().db.execute(sql`
    insert into request_log (id, business_id, project_id, key_id, method, path, search, operation, status, duration_ms, client_ip,
      user_agent, idempotency_key, message, request_body, response_body, created_at)
    select id, "businessId", "projectId", "keyId", method, path, search, operation, status, "durationMs", "clientIp"::inet,
      "userAgent", "idempotencyKey", message, "requestBody", "responseBody", "createdAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, "businessId" uuid, "projectId" uuid, "keyId" uuid,
      method text, path text, search text, operation text, status int, "durationMs" int, "clientIp" text, "userAgent" text,
      "idempotencyKey" text, message text, "requestBody" text, "responseBody" text, "createdAt" timestamptz)
    on conflict do nothing`)
}

function noteKeyUse(waiting: Buffer, keyId: string, record: RequestRecord): void {
  const now = record.createdAt.getTime()
  if (now - (waiting.notedAt.get(keyId) ?? 0) < NOTE_KEY_USE_MS) return
  if (waiting.notedAt.size > MAX_WAITING) waiting.notedAt.clear()
  waiting.notedAt.set(keyId, now)
  waiting.keyUses.set(keyId, { at: record.createdAt, ip: record.clientIp })
}

/**
 * The rows are a convenience for the portal; the log lines are the record. So a failed write costs rows, not requests.
 */
function reportLoss(error: unknown): void {
  logger().warn({ err: error }, 'request log rows were not written')
}
