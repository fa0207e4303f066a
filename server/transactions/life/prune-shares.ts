import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { repeatInBatches } from '@/server/repeat-in-batches'

/** The audit log keeps a record of them. */
const KEEP_DAYS = 30

/** Deletes read-only links that expired long ago. Returns how many. */
export function pruneShares({ db, now }: WorkerCtx): Promise<number> {
  const before = new Date(now().getTime() - KEEP_DAYS * MS_PER_DAY).toISOString()
  return repeatInBatches((limit) =>
    db.execute(sql`
      delete from transaction_shares where id = any(array(
        select id from transaction_shares where expires_at < ${before}::timestamptz limit ${limit}::int for update skip locked
      ))`),
  )
}
