import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'

const countedEvent = z.object({ subscriptionId: z.string(), outcome: z.enum(['dropped', 'failed']) })
/** An event whose outcome is `failed` or `dropped` from now on. */
export type CountedEvent = z.output<typeof countedEvent>

/**
 * Records the outcome of events whose messages were dropped: `failed` if one was tried, otherwise `dropped`. An event
 * that already has an outcome keeps it. Returns the events that changed. Call it before their subscriptions are locked;
 * it locks rows by id, like the recording of attempts.
 */
export async function recordAbandonedEvents(
  db: Database,
  abandoned: readonly { sourceId: string; isTried: boolean }[],
): Promise<CountedEvent[]> {
  if (abandoned.length === 0) return []
  const given = abandoned.map(({ sourceId: id, isTried }) => ({ id, isTried }))
  const rows = await db.execute(sql`
    with given as (
      select coalesce(e.first_id, e.id) as id, bool_or(m."isTried") as is_tried
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as m(id uuid, "isTried" boolean)
      join indexer_events e on e.id = m.id group by 1
    )
    update indexer_events e set outcome = case when given.is_tried then 'failed' else 'dropped' end
    from (
      select f.id, given.is_tried from indexer_events f join given on given.id = f.id where f.outcome is null
      order by f.id for no key update of f
    ) given where e.id = given.id and e.outcome is null
    returning e.subscription_id as "subscriptionId", e.outcome`)
  return z.array(countedEvent).parse([...rows])
}
