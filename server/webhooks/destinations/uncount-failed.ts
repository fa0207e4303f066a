import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'

/** Events that webhook endpoints were given up on are under way again: each id once for every event. */
export async function uncountFailed(db: Database, endpointIds: readonly string[]): Promise<void> {
  if (endpointIds.length === 0) return
  await db.execute(sql`
    update webhook_endpoints e set failed_count = failed_count - again.events
    from (
      select value::uuid as id, count(*) as events from jsonb_array_elements_text(${JSON.stringify(endpointIds)}::jsonb) group by value
    ) again where e.id = again.id`)
}
