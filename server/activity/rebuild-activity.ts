import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'

/**
 * Recounts the hours of `[since, until)` from their rows; writers wait until it is done. Requests and deliveries that
 * were deleted are not counted: choose hours from which nothing was deleted.
 */
export async function rebuildActivity(
  { db }: WorkerCtx,
  { since, until }: { since: Date; until: Date },
): Promise<void> {
  await db.execute(
    sql`select rebuild_activity(${since.toISOString()}::timestamptz, ${until.toISOString()}::timestamptz)`,
  )
}
