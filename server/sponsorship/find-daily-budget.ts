import { sql } from 'drizzle-orm'
import { cached } from '@/server/changing-cache'
import { workerCtx } from '@/server/ctx'

/**
 * The daily budget of a business for sponsored gas on a chain, in micro-dollars: the operator's figure, otherwise that
 * of its most generous plan.
 */
export function findDailyBudget({ businessId, chainId }: { businessId: string; chainId: number }): Promise<bigint> {
  return cachedBudget(`${businessId} ${chainId}`)
}

const cachedBudget = cached('gas-budgets', async (key: string) => {
  const [businessId, chainId] = key.split(' ')
  const [row] = await workerCtx().db.execute<{ micros: string }>(
    sql`select ${dailyBudget(sql`${businessId}::uuid`, sql`${chainId}::int`)}::text as micros`,
  )
  return BigInt(row?.micros ?? 0)
})

/** The daily budget as an SQL expression over a business and a chain. */
export function dailyBudget(businessId: ReturnType<typeof sql>, chainId: ReturnType<typeof sql>) {
  return sql`coalesce(
    (select g.daily_micros from gas_budgets g where g.business_id = ${businessId} and g.chain_id = ${chainId}),
    ${plannedBudget(businessId)})`
}

/** The budget of a business without an operator's figure: that of its most generous plan. */
export function plannedBudget(businessId: ReturnType<typeof sql>) {
  return sql`coalesce(
    (select max(l.sponsored_daily_micros) from subscriptions s join plans l on l.id = s.plan_id
      where s.business_id = ${businessId} and s.status in ('ACTIVE', 'PAST_DUE')),
    0)`
}

/** Day of UTC a moment belongs to, as Postgres writes a date. */
export function budgetDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}
