import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { TenantCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'

const sums = z.tuple([z.object({ micros: z.string() })])

type SpendCtx = Pick<TenantCtx, 'db' | 'businessId' | 'now' | 'projectId'>

/**
 * Micro-dollars the project, or without one all of the business, spent in the last 24 hours: accepted then and not failed, or accepted
 * earlier and approved then. Leaves `except` out. Exact only under the lock of the policy it is held against.
 */
export async function sumSpent(ctx: SpendCtx, { except }: { except: string | null }): Promise<bigint> {
  const { businessId, projectId } = ctx
  const since = new Date(ctx.now().getTime() - MS_PER_DAY).toISOString()
  const ofTransactions = projectId === null ? sql`` : sql`and project_id = ${projectId}::uuid`
  const ofApprovals = projectId === null ? sql`` : sql`and a.project_id = ${projectId}::uuid`
  const rows = await ctx.db.execute(sql`
    select coalesce(sum(value_usd_micros), 0)::text as micros from (
      select id, value_usd_micros from transactions
      where business_id = ${businessId}::uuid ${ofTransactions}
        and created_at > ${since}::timestamptz and status <> 'FAILED' and value_usd_micros is not null
      union all
      select t.id, t.value_usd_micros from approvals a join transactions t on t.id = a.transaction_id
      where a.business_id = ${businessId}::uuid ${ofApprovals} and a.status = 'approved'
        and a.decided_at > ${since}::timestamptz and t.created_at <= ${since}::timestamptz and t.status <> 'FAILED'
    ) spent where id is distinct from ${except}::uuid`)
  return BigInt(sums.parse([...rows])[0].micros)
}
