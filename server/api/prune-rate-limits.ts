import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { repeatInBatches } from '@/server/repeat-in-batches'

/** A window or bucket without use for a day is empty or full again: without its row the next call finds the same. */
const KEEP_DAYS = 1

/** Deletes the state of rate limits that ran out. Returns how many rows. */
export async function pruneRateLimits({ db, now }: WorkerCtx): Promise<number> {
  const before = new Date(now().getTime() - KEEP_DAYS * MS_PER_DAY).toISOString()
  const windows = await repeatInBatches((limit) =>
    db.execute(sql`
      delete from rate_windows where key = any(array(
        select key from rate_windows where updated_at < ${before}::timestamptz limit ${limit}::int for update skip locked
      )) and updated_at < ${before}::timestamptz`),
  )
  const buckets = await repeatInBatches((limit) =>
    db.execute(sql`
      delete from rate_buckets where key = any(array(
        select key from rate_buckets where refilled_at < ${before}::timestamptz limit ${limit}::int for update skip locked
      )) and refilled_at < ${before}::timestamptz`),
  )
  return windows + buckets
}
