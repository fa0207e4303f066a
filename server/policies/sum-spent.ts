import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { TenantCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'

const sums = z.tuple([z.object({ micros: z.string() })])
const parts = z.tuple([z.object({ total: z.string(), testnet: z.string(), tokens: z.string(), payouts: z.string() })])

type SpendCtx = Pick<TenantCtx, 'db' | 'businessId' | 'now' | 'projectId'>

/**
 * The micro-dollars that the project, or the whole business without a project, spent in the last 24 hours: accepted
 * then and not failed, or accepted earlier and approved then. Leaves `except` out. Exact only under the lock of the
 * policy that it is compared with.
 */
export async function sumSpent(ctx: SpendCtx, { except }: { except: string | null }): Promise<bigint> {
  const rows = await ctx.db.execute(sql`
    select coalesce(sum(value_usd_micros), 0)::text as micros from (${spentRows(ctx)}) spent
    where id is distinct from ${except}::uuid`)
  return BigInt(sums.parse([...rows])[0].micros)
}

/**
 * The total of `sumSpent` in micro-dollars, and its parts that are not transfers: on testnets, and on mainnets own
 * tokens at their issue price, and the money of their coupons and redemptions.
 */
export type SpentParts = { totalMicros: bigint; testnetMicros: bigint; tokenMicros: bigint; payoutMicros: bigint }

const ofTokens = sql`c.network <> 'TESTNET' and type = 'TOKEN_OPERATION'`

export async function sumSpentParts(ctx: SpendCtx): Promise<SpentParts> {
  const rows = await ctx.db.execute(sql`
    select coalesce(sum(value_usd_micros), 0)::text as total,
      coalesce(sum(value_usd_micros) filter (where c.network = 'TESTNET'), 0)::text as testnet,
      coalesce(sum(value_usd_micros) filter (where ${ofTokens} and o.payout_id is null), 0)::text as tokens,
      coalesce(sum(value_usd_micros) filter (where ${ofTokens} and o.payout_id is not null), 0)::text as payouts
    from (${spentRows(ctx)}) spent
    left join chains c on c.chain_id = spent.chain_id
    left join token_steps s on s.transaction_id = spent.id
    left join token_operations o on o.id = s.operation_id`)
  const [{ total, testnet, tokens, payouts }] = parts.parse([...rows])
  return {
    totalMicros: BigInt(total),
    testnetMicros: BigInt(testnet),
    tokenMicros: BigInt(tokens),
    payoutMicros: BigInt(payouts),
  }
}

function spentRows(ctx: SpendCtx): SQL {
  const { businessId, projectId } = ctx
  const since = new Date(ctx.now().getTime() - MS_PER_DAY).toISOString()
  const ofTransactions = projectId === null ? sql`` : sql`and project_id = ${projectId}::uuid`
  const ofApprovals = projectId === null ? sql`` : sql`and a.project_id = ${projectId}::uuid`
  return sql`
      select id, value_usd_micros, chain_id, type from transactions
      where business_id = ${businessId}::uuid ${ofTransactions}
        and created_at > ${since}::timestamptz and status <> 'FAILED' and value_usd_micros is not null
      union all
      select t.id, t.value_usd_micros, t.chain_id, t.type from approvals a join transactions t on t.id = a.transaction_id
      where a.business_id = ${businessId}::uuid ${ofApprovals} and a.status = 'approved'
        and a.decided_at > ${since}::timestamptz and t.created_at <= ${since}::timestamptz and t.status <> 'FAILED'`
}
