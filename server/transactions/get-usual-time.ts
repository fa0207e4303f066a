import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { UsualTime } from '@/schemas/transactions/estimate/contract'
import type { TenantCtx } from '@/server/ctx'

/** The newest final transfers of the chain that count. */
const SAMPLE = 100
/** The number of the business's latest transactions that are searched. */
const MAX_READ = 2_000
/** With fewer, a percentile of 95 is not meaningful. */
const MIN_FOR_P95 = 5

const measured = z.object({ sample: z.number(), p50: z.number().nullable(), p95: z.number().nullable() })

/**
 * The time that the latest transfers of the business on a chain took from acceptance to finality; null before the
 * first. Transfers that waited for an approval do not count.
 */
export async function getUsualTime({ db, businessId }: TenantCtx, chainId: number): Promise<UsualTime | null> {
  const rows = await db.execute(sql`
    select count(*)::int as sample,
      percentile_disc(0.5) within group (order by t.took) as p50,
      percentile_disc(0.95) within group (order by t.took) as p95
    from (
      select (extract(epoch from n.final_at - n.created_at) * 1000)::float8 as took
      from (
        select id, chain_id, type, status, created_at, final_at from transactions
        where business_id = ${businessId}::uuid order by created_at desc, id desc limit ${MAX_READ}
      ) n
      where n.chain_id = ${chainId} and n.type = 'TRANSFER' and n.status = 'COMPLETED' and n.final_at is not null
        and not exists (select 1 from approvals a where a.transaction_id = n.id)
      order by n.created_at desc, n.id desc limit ${SAMPLE}
    ) t`)
  const [row] = z.array(measured).parse([...rows])
  if (!row || row.p50 === null || row.p95 === null) return null
  const { sample, p50, p95 } = row
  return { sample, p50Ms: Math.round(p50), p95Ms: sample < MIN_FOR_P95 ? null : Math.round(p95) }
}
