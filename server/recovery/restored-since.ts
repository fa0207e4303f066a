import { and, desc, gte, ne } from 'drizzle-orm'
import { recoveries } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

/**
 * The time of the last restore since a moment, as far as the database knows: changes in between may be lost. Null:
 * there was none.
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
