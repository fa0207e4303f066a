import { and, desc, gte, ne } from 'drizzle-orm'
import { recoveries } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

/**
 * When the database was last restored since a moment, as far as it knows: what was done in between may be forgotten.
 * Null: it was not.
 */
export async function restoredSince({ db }: Pick<WorkerCtx, 'db'>, moment: Date): Promise<Date | null> {
  const [last] = await db
    .select({ at: recoveries.enteredAt })
    .from(recoveries)
    .where(and(ne(recoveries.cause, 'stopped'), gte(recoveries.enteredAt, moment)))
    .orderBy(desc(recoveries.enteredAt))
    .limit(1)
  return last?.at ?? null
}
