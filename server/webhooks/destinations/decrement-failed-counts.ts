import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'

/**
 * Decrements the failed counts of endpoints whose events are scheduled again. `endpointIds` contains an endpoint once
 * for each event. Locks rows in the order of their ids, like the recording of attempts.
 */
export async function decrementFailedCounts(db: Database, endpointIds: readonly string[]): Promise<void> {
  if (endpointIds.length === 0) return
  await db.execute(sql`
    update webhook_endpoints e set failed_count = failed_count - again.events
    from (
      select locked.id, given.events from webhook_endpoints locked join (
        select value::uuid as id, count(*) as events from jsonb_array_elements_text(${JSON.stringify(endpointIds)}::jsonb) group by value
      ) given using (id)
      order by locked.id for no key update of locked
    ) again where e.id = again.id`)
}
