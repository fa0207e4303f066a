import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { databaseMarks } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

const ONE = 1
const read = z.object({ mark: z.string() })

/**
 * Names the Postgres and the table this database lives in. A restored dump has another cluster or other table ids. A
 * restored point in time and a promoted replica have another timeline. Null where the host hides them.
 */
export async function readDatabaseMark({ db }: Pick<WorkerCtx, 'db'>): Promise<string | null> {
  const rows = await db
    .execute(sql`
      select concat_ws('/', (select system_identifier from pg_control_system()), (select timeline_id from pg_control_checkpoint()),
        (select oid from pg_database where datname = current_database()), 'database_marks'::regclass::oid) as mark`)
    .catch((error: unknown) => {
      if (isHidden(error)) return []
      throw error
    })
  return rows.length > 0 ? read.parse(rows[0]).mark : null
}

/** No right to ask, or no such function. */
function isHidden(error: unknown): boolean {
  const code = error instanceof Error && error.cause instanceof Error && 'code' in error.cause ? error.cause.code : ''
  return code === '42501' || code === '42883'
}

/** The mark of the last start; null before the first. */
export async function findKnownMark({ db }: Pick<WorkerCtx, 'db'>): Promise<string | null> {
  const [row] = await db.select({ mark: databaseMarks.mark }).from(databaseMarks).where(eq(databaseMarks.id, ONE))
  return row?.mark ?? null
}

export async function storeMark({ db, now }: Pick<WorkerCtx, 'db' | 'now'>, mark: string): Promise<void> {
  await db
    .insert(databaseMarks)
    .values({ id: ONE, mark, notedAt: now() })
    .onConflictDoUpdate({ target: databaseMarks.id, set: { mark, notedAt: now() } })
}
