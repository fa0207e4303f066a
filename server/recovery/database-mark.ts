import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { databaseMarks } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

const ONE = 1
const read = z.object({ mark: z.string(), place: z.string() })

/**
 * The write-ahead log's timeline, the database and the table. `pg_control_checkpoint()` has the former timeline until
 * the first checkpoint, minutes after a promotion. A standby has none.
 */
export const PLACE = sql`concat_ws('/', case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end,
  (select oid from pg_database where datname = current_database()), 'database_marks'::regclass::oid)`

export type DatabaseMark = {
  /** Stored in the database, to be compared at the next start. */
  mark: string
  /** Its part that any statement can read, also on hosts that hide the cluster's id. */
  place: string
}

const CLUSTER = sql`(select system_identifier from pg_control_system())`

/**
 * Identifies the Postgres cluster and the table of this database. A restored dump has another cluster or other table
 * ids. A restored point in time and a promoted replica have another timeline. Without the cluster where the host hides
 * it; null if it hides the timeline as well.
 */
export async function readDatabaseMark({ db }: Pick<WorkerCtx, 'db'>): Promise<DatabaseMark | null> {
  for (const mark of [sql`concat_ws('/', ${CLUSTER}, ${PLACE})`, PLACE]) {
    const rows = await db.execute(sql`select ${mark} as mark, ${PLACE} as place`).catch((error: unknown) => {
      if (isHidden(error)) return []
      throw error
    })
    if (rows.length > 0) return read.parse(rows[0])
  }
  return null
}

/** The role may not call the function, or it does not exist. */
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
