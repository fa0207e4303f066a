import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { repeatInBatches } from '@/server/repeat-in-batches'

const KEEP_DAYS = 30

/** Deletes old rows of the request log. Returns how many. */
export function pruneRequestLog({ db, now }: WorkerCtx): Promise<number> {
  const before = new Date(now().getTime() - KEEP_DAYS * MS_PER_DAY).toISOString()
  return repeatInBatches((limit) =>
    db.execute(sql`
      delete from request_log where ctid = any(array(
        select ctid from request_log where created_at < ${before}::timestamptz limit ${limit}::int
      ))`),
  )
}
