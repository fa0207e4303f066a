import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { repeatInBatches } from '@/server/repeat-in-batches'

/** A count without tries for a day has no effect any more. */
const KEEP_DAYS = 1

/** Deletes the counts of sign-in delays that ran out. Returns how many. */
export function pruneSignInFailures({ db, now }: WorkerCtx): Promise<number> {
  const before = new Date(now().getTime() - KEEP_DAYS * MS_PER_DAY).toISOString()
  return repeatInBatches((limit) =>
    db.execute(sql`
      delete from sign_in_failures where key = any(array(
        select key from sign_in_failures where updated_at < ${before}::timestamptz limit ${limit}::int for update skip locked
      )) and updated_at < ${before}::timestamptz`),
  )
}
