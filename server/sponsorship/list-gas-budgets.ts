import { sql } from 'drizzle-orm'
import type { GasBudgetView } from '@/schemas/sponsorship/contract'
import { type Chain, listChains } from '@/server/chains/registry'
import type { TenantCtx } from '@/server/ctx'
import { budgetDay, dailyBudget } from './find-daily-budget'
import { type GasBudgetRow, toGasBudget } from './view'

/** The remaining budget of a business for sponsored gas today, on each served chain whose gas the platform pays. */
export async function listGasBudgets(ctx: Pick<TenantCtx, 'db' | 'businessId' | 'now'>): Promise<GasBudgetView[]> {
  const chains = (await listChains()).filter((chain) => chain.gasPolicy === 'sponsored' && chain.rpcUrls.length > 0)
  if (chains.length === 0) return []
  const business = sql`${ctx.businessId}::uuid`
  const rows = await ctx.db.execute<GasBudgetRow>(sql`
    select c.id as "chainId", ${dailyBudget(business, sql`c.id`)}::text as daily, coalesce(d.spent_micros, 0)::text as spent,
      ${reservedToday(business, sql`c.id`, budgetDay(ctx.now()))}::text as reserved,
      exists (select 1 from gas_budgets g where g.business_id = ${business} and g.chain_id = c.id) as "isSet"
    from (select value::int as id from jsonb_array_elements_text(${JSON.stringify(chains.map(({ chainId }) => chainId))}::jsonb)) c
    left join gas_budget_days d on d.business_id = ${business} and d.chain_id = c.id and d.day = ${budgetDay(ctx.now())}
    order by c.id`)
  return rows.map((row) => toGasBudget(row, nameOf(chains, row.chainId)))
}

/**
 * The reservations of the day's open transactions. Shares that processes took ahead and have not used count as free.
 */
export function reservedToday(businessId: ReturnType<typeof sql>, chainId: ReturnType<typeof sql>, day: string) {
  return sql`coalesce((select sum(t.gas_budget_micros) from transactions t where t.business_id = ${businessId} and t.chain_id = ${chainId}
    and t.status = 'PENDING' and t.gas_budget_day = ${day}), 0)`
}

function nameOf(chains: Chain[], chainId: number): string {
  return chains.find((chain) => chain.chainId === chainId)?.name ?? `Chain ${chainId}`
}
