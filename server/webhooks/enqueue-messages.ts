import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import type { KeySource, MessageSource, SignatureScheme } from '@/schemas/webhooks/contract'
import { MS_PER_DAY } from '@/server/durations'

/** A message to enqueue. */
export type NewMessage = {
  /** Present if the caller needs to know it. */
  id?: string
  businessId: string
  projectId: string
  /** The row that the message reports; each has one message per kind and destination. */
  source: MessageSource
  sourceId: string
  kind: string
  /** The stored destination; null if the URL came with the request. */
  destinationId: string | null
  url: string
  body: string
  scheme: SignatureScheme
  keySource: KeySource
  /** Messages of one key are sent in the order of their enqueueing; null for no order. */
  orderKey: string | null
  /** The trace of the row that the message reports: the delivery is a part of it. */
  traceContext?: string | null
  /**
   * The names of the event that a later scan finds again: `webhook-id` is derived from them. Without them the row
   * identifies the event.
   */
  happening?: readonly string[] | null
  /** The earliest time at which it is sent; without it, at once. */
  notBefore?: Date | null
}

/**
 * Writes messages to the outbox, due now unless they say otherwise. Call it in the transaction of the change that they
 * report, so that both commit together, once. Returns the number of new messages; the caller wakes the dispatcher after
 * the commit.
 */
export async function enqueueMessages(db: Database, messages: readonly NewMessage[], now: Date): Promise<number> {
  if (messages.length === 0) return 0
  const rows = messages.map((message) => {
    const id = message.id ?? derivedId(message, now)
    // The caller's own ids derive from the records that they report.
    const names = message.happening ?? (id === null ? [message.sourceId] : null)
    return { ...message, id: id ?? newId(), reportedAs: names && reportedAs(message, names) }
  })
  const { count } = await db.execute(sql`
    insert into webhook_messages (id, business_id, project_id, source, source_id, kind, destination_id, url, body, scheme, key_source,
      order_key, trace_context, told_as, next_attempt_at, created_at)
    select id, "businessId", "projectId", source, "sourceId", kind, "destinationId", url, body, scheme, "keySource", "orderKey",
      "traceContext", "reportedAs", coalesce("notBefore", ${now.toISOString()}::timestamptz), ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m(id uuid, "businessId" uuid, "projectId" uuid, source text,
      "sourceId" uuid, kind text, "destinationId" uuid, url text, body text, scheme text, "keySource" text, "orderKey" text, "traceContext" text,
      "reportedAs" uuid, "notBefore" timestamptz)
    on conflict do nothing`)
  return count
}

const DERIVED_FOR_MS = 7 * MS_PER_DAY

/**
 * Equal for equal events to one destination, so that it recognizes events that it received before a backup was
 * restored. It begins with the time of its source, which must be recent: messages are pruned by the age of their ids.
 * Null for messages with an order key, because they are sent in the order of their ids: `reportedAs` names them.
 */
function derivedId({ source, sourceId, kind, destinationId, orderKey }: NewMessage, now: Date): string | null {
  const isOld = Number.parseInt(sourceId.replace('-', '').slice(0, 12), 16) < now.getTime() - DERIVED_FOR_MS
  if (orderKey !== null || isOld || sourceId[14] !== '7') return null
  const digest = createHash('sha256')
    .update(JSON.stringify([source, sourceId, kind, destinationId]))
    .digest('hex')
  return `${sourceId.slice(0, 13)}-7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`
}

type Reported = Pick<NewMessage, 'source' | 'kind' | 'destinationId'>

/**
 * The `webhook-id` of a message whose event has these names: equal for equal events to one destination, also if the
 * event is found again after a backup was restored.
 */
function reportedAs({ source, kind, destinationId }: Reported, names: readonly string[]): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([source, kind, destinationId, ...names]))
    .digest('hex')
  // UUID version 8, whose content an application defines.
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(12, 15)}-8${digest.slice(15, 18)}-${digest.slice(18, 30)}`
}
