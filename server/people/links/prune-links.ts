import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { repeatInBatches } from '@/server/repeat-in-batches'

/** The audit log keeps a record of them. */
const KEEP_DAYS = 30

/** Deletes one-time links that expired long ago. Returns how many. */
export function pruneLinks({ db, now }: WorkerCtx): Promise<number> {
  const before = new Date(now().getTime() - KEEP_DAYS * MS_PER_DAY).toISOString()
  return repeatInBatches((limit) =>
    db.execute(sql`
      delete from account_links where id = any(array(
        select id from account_links where expires_at < ${before}::timestamptz limit ${limit}::int for update skip locked
      ))`),
  )
}
