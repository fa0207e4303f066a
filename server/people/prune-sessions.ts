import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { repeatInBatches } from '@/server/repeat-in-batches'

/** Long enough to see where a person was signed in; the session itself is no longer valid. */
const KEEP_DAYS = 30

/** Deletes sessions that ended long ago. Returns how many. */
export function pruneSessions({ db, now }: WorkerCtx): Promise<number> {
  const before = new Date(now().getTime() - KEEP_DAYS * MS_PER_DAY).toISOString()
  return repeatInBatches((limit) =>
    db.execute(sql`
      delete from sessions where id = any(array(
        select id from sessions where least(expires_at, revoked_at) < ${before}::timestamptz limit ${limit}::int for update skip locked
      ))`),
  )
}
