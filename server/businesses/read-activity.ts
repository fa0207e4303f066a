import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { FAILING_FOR_MS } from '@/schemas/webhooks/words'
import type { OperatorCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'

const row = z.object({
  projectId: z.uuid(),
  micros: z.string(),
  ok: z.int(),
  failed: z.int(),
  lastCallAt: z.iso.datetime().nullable(),
  failing: z.int(),
})
export type ActivityRow = z.output<typeof row>

/**
 * The activity of each project of a business in the last 30 days, from hourly counts: mainnet volume and ended
 * transactions. Includes the last use of its keys, and its failing destinations.
 */
export async function readActivity({ db, now }: OperatorCtx, businessId: string): Promise<ActivityRow[]> {
  const ago = (ms: number) => new Date(now().getTime() - ms).toISOString()
  const destinationsOf = (table: 'webhook_endpoints' | 'indexer_subscriptions') => sql`
    (select count(*)::int from ${sql.identifier(table)} d
     where d.business_id = p.business_id and d.project_id = p.id and d.deleted_at is null
       and ((d.status = 'paused' and d.paused_because in ('gone', 'failing')) or (d.status = 'active' and exists
         (select from webhook_failing f where f.business_id = d.business_id and f.destination_id = d.id and f.since < ${ago(FAILING_FOR_MS)}::timestamptz))))`
  const rows = await db.execute(sql`
    select p.id as "projectId", c.micros, c.ok, c.failed,
      ${destinationsOf('webhook_endpoints')} + ${destinationsOf('indexer_subscriptions')} as failing,
      (select to_char(max(k.last_used_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from api_keys k
       where k.business_id = p.business_id and k.project_id = p.id) as "lastCallAt"
    from projects p cross join lateral (
      select coalesce(sum(usd_micros) filter (where label = 'MAINNET'), 0)::text as micros,
        coalesce(sum(n) filter (where series = 'transaction' and is_ok), 0)::int as ok,
        coalesce(sum(n) filter (where series = 'transaction' and not is_ok), 0)::int as failed
      from activity_counts a
      where a.business_id = p.business_id and a.project_id = p.id and a.series in ('transaction', 'payout')
        and a.hour >= ${ago(30 * MS_PER_DAY)}::timestamptz
    ) c
    where p.business_id = ${businessId}::uuid`)
  return z.array(row).parse([...rows])
}
