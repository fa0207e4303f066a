import { sql } from 'drizzle-orm'
import { lruPerProcess } from '@/db/lru-per-process'
import { workerCtx } from '@/server/ctx'

type Admission = { admitted: true; remaining: number } | { admitted: false; retryAfterMs: number }

/** Keys known to be full, until when: a flood costs no query. */
const full = () => lruPerProcess<number>('full-windows', { max: 10_000 })

/** Exact sliding window, shared by all processes: at most `limit` admissions in any `windowMs`. */
export async function admitWithinWindow(key: string, limit: number, windowMs: number): Promise<Admission> {
  const now = Date.now()
  const until = full().get(key)
  if (until !== undefined && until > now) return { admitted: false, retryAfterMs: until - now }
  full().delete(key)
  const { db } = workerCtx()
  await db.execute(sql`
    insert into rate_windows (key, admitted_at, updated_at) values (${key}, '{}', clock_timestamp())
    on conflict do nothing`)
  // The lock makes waiting callers read the newest row; the window is judged by the database's clock only.
  const [row] = await db.execute<{ before: number; wait_ms: number }>(sql`
    with locked as (
      select key, array(
        select moment from unnest(admitted_at) moment
        where moment > clock_timestamp() - ${windowMs}::double precision * interval '1 millisecond' order by moment
      ) as kept
      from rate_windows where key = ${key} for update
    )
    update rate_windows w set
      admitted_at = case when cardinality(kept) < ${limit}::int then kept || clock_timestamp() else kept end,
      updated_at = clock_timestamp()
    from locked where w.key = locked.key
    returning cardinality(kept) as before,
      coalesce(extract(epoch from kept[1] - clock_timestamp()) * 1000 + ${windowMs}::double precision, 0)::int as wait_ms`)
  if (!row) throw new Error('the rate window vanished while it was read')
  if (row.before < limit) return { admitted: true, remaining: limit - row.before - 1 }
  const retryAfterMs = Math.max(row.wait_ms, 1)
  full().set(key, now + retryAfterMs)
  return { admitted: false, retryAfterMs }
}
