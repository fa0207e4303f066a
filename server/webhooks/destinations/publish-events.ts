import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import type { MessageSource } from '@/schemas/webhooks/contract'
import type { ProjectEventKind } from '@/schemas/webhooks/words'
import { enqueueMessages, type NewMessage } from '@/server/webhooks/enqueue-messages'
import { recordEvents } from '@/server/webhooks/streams/record-events'
import { findListeners, type Listener, type Listeners, listenersTo } from './find-listeners'

/** An event of a project. */
export type OutgoingEvent = {
  businessId: string
  projectId: string
  kind: ProjectEventKind
  /** The row that it reports; each has one message per kind and endpoint. */
  source: MessageSource
  sourceId: string
  /** `{type, timestamp, data}`, as text; built only if an endpoint is subscribed. */
  body: () => string
  /** Events of one key reach an endpoint in the order of this list; null for no order. */
  orderKey: string | null
  /** The trace of the row that it reports. */
  traceContext?: string | null
  /** See `NewMessage`. */
  happening?: readonly string[] | null
}

/**
 * Writes events to the outbox for the webhook endpoints that are subscribed to them. Call it in the transaction that
 * causes the events, so that both commit together, once. Returns the number of messages; the caller wakes the
 * dispatcher after the commit.
 */
export async function publishEvents(db: Database, events: readonly OutgoingEvent[], now: Date): Promise<number> {
  const listeners = await findListeners(db, events)
  return enqueueMessages(db, await toEndpointMessages(db, listeners, events), now)
}

/**
 * Returns the messages, for callers that put further ones into the same statement. Events of paused endpoints are only
 * counted; those of streams are recorded.
 */
export async function toEndpointMessages(
  db: Database,
  listeners: Listeners,
  events: readonly OutgoingEvent[],
): Promise<NewMessage[]> {
  if (listeners.size === 0) return []
  const routed = events.map((event) => ({ event, to: listenersTo(listeners, event) }))
  const paused = routed.flatMap(({ to }) => to.filter(({ status }) => status === 'paused'))
  await countDropped(
    db,
    paused.map(({ id }) => id),
  )
  const streamed = routed.filter(({ to }) => to.some(({ status }) => status === 'streaming'))
  await recordEvents(
    db,
    streamed.map(({ event: { body, businessId, projectId, kind, source, sourceId } }) => {
      return { businessId, projectId, kind, source, sourceId, body: body() }
    }),
  )
  return routed.flatMap(({ event, to }) =>
    toMessages(
      event,
      to.filter(({ status }) => status === 'active'),
    ),
  )
}

function toMessages({ body, orderKey, ...rest }: OutgoingEvent, to: readonly Listener[]): NewMessage[] {
  if (to.length === 0) return []
  const text = body()
  return to.map(({ id, url }) => ({
    ...rest,
    body: text,
    destinationId: id,
    url,
    scheme: 'standard',
    keySource: 'endpoint',
    orderKey: orderKey === null ? null : `${id} ${orderKey}`,
  }))
}

async function countDropped(db: Database, endpointIds: readonly string[]): Promise<void> {
  if (endpointIds.length === 0) return
  // Always in the same order, so that concurrent counts do not deadlock.
  await db.execute(sql`
    with dropped as (
      select value::uuid as id, count(*) as events from jsonb_array_elements_text(${JSON.stringify(endpointIds)}::jsonb) group by value
    ), locked as (
      select e.id from webhook_endpoints e where e.id in (select id from dropped) order by e.id for no key update
    )
    update webhook_endpoints e set dropped_count = dropped_count + dropped.events from dropped, locked
    where e.id = locked.id and dropped.id = locked.id`)
}
