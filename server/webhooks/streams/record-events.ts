import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import type { MessageSource } from '@/schemas/webhooks/contract'
import { EVENTS_CHANNEL } from '@/schemas/webhooks/streams/words'

type ProjectEvent = {
  businessId: string
  projectId: string
  kind: string
  source: MessageSource
  sourceId: string
  /** `{type, timestamp, data}`, as text. */
  body: string
}

/**
 * Records events for the streams of their projects, and wakes open streams after the commit. Call it in the transaction
 * that causes the events. Recorded events do not change.
 */
export async function recordEvents(db: Database, events: readonly ProjectEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => ({ id: newId(), ...event }))
  await db.execute(sql`
    with recorded as (
      insert into project_events (id, business_id, project_id, source, source_id, kind, body)
      select id, "businessId", "projectId", source, "sourceId", kind, body
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as e(id uuid, "businessId" uuid, "projectId" uuid, source text, "sourceId" uuid, kind text, body text)
      on conflict do nothing
      returning project_id
    )
    select pg_notify(${EVENTS_CHANNEL}, project_id::text) from (select distinct project_id from recorded) p`)
}
