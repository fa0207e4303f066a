import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'

/** Only one transaction at a time reapplies the stops that a restored backup lacks. */
export async function lockStops({ db }: Pick<WorkerCtx, 'db'>): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('stops of a restored backup', 0))`)
}
