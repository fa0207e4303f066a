import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'

/**
 * Counts the hours of `[since, until)` again from the rows that they are of; writers wait until it is done. Of requests
 * and deliveries only what is still kept is counted: choose hours that nothing was deleted of.
 */
export async function rebuildActivity(
  { db }: WorkerCtx,
  { since, until }: { since: Date; until: Date },
): Promise<void> {
  await db.execute(
    sql`select rebuild_activity(${since.toISOString()}::timestamptz, ${until.toISOString()}::timestamptz)`,
  )
}
