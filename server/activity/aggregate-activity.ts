import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { repeatInBatches } from '@/server/repeat-in-batches'

/** A year and a month: a chart may compare with the year before. */
const KEEP_DAYS = 400

/**
 * Merges the rows that triggers added into one row for each key, in batches. The sums do not change. Returns the number
 * of merged rows.
 */
export function aggregateActivity({ db }: WorkerCtx): Promise<number> {
  return repeatInBatches((limit) =>
    db.execute(sql`
      with gone as (
        delete from activity_counts where id = any(array(
          select id from activity_counts where not is_folded order by hour limit ${limit}::int for update skip locked
        )) returning *
      ), folded as (
        insert into activity_counts as c (business_id, project_id, series, hour, label, is_ok, bucket, n, usd_micros, is_folded)
        select business_id, project_id, series, hour, label, is_ok, bucket, sum(n), sum(usd_micros), true from gone
        group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
        on conflict (business_id, project_id, series, hour, label, is_ok, bucket) where is_folded
        do update set n = c.n + excluded.n, usd_micros = c.usd_micros + excluded.usd_micros
      ) select 1 from gone`),
  )
}

/** Deletes hours that no chart shows any more. Returns the number of deleted rows. */
export function pruneActivity({ db, now }: WorkerCtx): Promise<number> {
  const before = new Date(now().getTime() - KEEP_DAYS * MS_PER_DAY).toISOString()
  return repeatInBatches((limit) =>
    db.execute(sql`
      delete from activity_counts where id = any(array(
        select id from activity_counts where hour < ${before}::timestamptz limit ${limit}::int
      ))`),
  )
}
