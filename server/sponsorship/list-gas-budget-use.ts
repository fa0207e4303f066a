import { sql } from 'drizzle-orm'
import type { GasBudgetUse } from '@/schemas/sponsorship/contract'
import type { OperatorCtx } from '@/server/ctx'
import { budgetDay, dailyBudget } from './find-daily-budget'
import { reservedToday } from './list-gas-budgets'
import { type GasBudgetUseRow, toGasBudgetUse } from './view'

const MAX = 50

/** The users of today's sponsored gas on a chain, the largest first. */
export async function listGasBudgetUse(
  { db, now }: OperatorCtx,
  { chainId }: { chainId: number },
): Promise<GasBudgetUse[]> {
  const day = budgetDay(now())
  const rows = await db.execute<GasBudgetUseRow>(sql`
    select d.business_id as "businessId", b.name as "businessName", d.spent_micros::text as spent,
      ${dailyBudget(sql`d.business_id`, sql`d.chain_id`)}::text as daily,
      ${reservedToday(sql`d.business_id`, sql`d.chain_id`, day)}::text as reserved
    from gas_budget_days d join businesses b on b.id = d.business_id
    where d.day = ${day} and d.chain_id = ${chainId} and d.spent_micros + d.reserved_micros > 0
    order by d.spent_micros + d.reserved_micros desc, b.name limit ${MAX}`)
  return rows.map(toGasBudgetUse)
}
