import { sql } from 'drizzle-orm'
import { workerCtx } from '@/server/ctx'
import { budgetDay, dailyBudget } from './find-daily-budget'
import { reservedToday } from './list-gas-budgets'

/** The remaining budget of today for the gas that the platform pays for a business on a chain, in micro-dollars. */
export async function readBudgetLeft(businessId: string, chainId: number, now: Date): Promise<bigint> {
  const day = budgetDay(now)
  const [business, chain] = [sql`${businessId}::uuid`, sql`${chainId}::int`]
  const [row] = await workerCtx().db.execute<{ left: string }>(sql`
    select greatest(0, ${dailyBudget(business, chain)} - ${reservedToday(business, chain, day)} - coalesce(
      (select spent_micros from gas_budget_days
        where business_id = ${business} and chain_id = ${chain} and day = ${day}), 0))::text as left`)
  return BigInt(row?.left ?? 0)
}
