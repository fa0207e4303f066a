import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'

type BudgetFault = {
  /**
   * `reserved`: a day's reservation is not that of its open transactions and unused shares. `spent`: less than its
   * ended ones cost.
   */
  fault: 'reserved' | 'spent'
  /** Business, chain and day. */
  subject: string
  driftMicros: bigint
}

/**
 * Every day of sponsored gas that does not add up, of all businesses, at one moment; empty is right. Needs a handle
 * that sees all businesses. Reads every sponsored transaction: for checks, not for pages.
 */
export async function budgetDrift(db: Database): Promise<BudgetFault[]> {
  const rows = await db.execute<{ fault: BudgetFault['fault']; subject: string; drift: string }>(sql`
    with rows as (
      select t.business_id, t.chain_id, t.gas_budget_day as day, coalesce(sum(t.gas_budget_micros) filter (where c.cost_micros is null), 0) as reserved,
        coalesce(sum(c.cost_micros), 0) as spent
      from transactions t left join gas_budget_costs c on c.transaction_id = t.id where t.gas_budget_day is not null group by 1, 2, 3
    ), unused as (
      select s.business_id, s.chain_id, s.day, sum(s.granted_micros - coalesce(
        (select sum(t.gas_share_micros) from transactions t where t.business_id = s.business_id and t.gas_share_id = s.id), 0)) as micros
      from gas_budget_shares s group by 1, 2, 3
    ), days as (
      select business_id || ' ' || chain_id || ' ' || day as subject, coalesce(d.reserved_micros, 0) as kept, coalesce(d.spent_micros, 0) as kept_spent,
        coalesce(r.reserved, 0) + coalesce(u.micros, 0) as reserved, coalesce(r.spent, 0) as spent
      from gas_budget_days d full join rows r using (business_id, chain_id, day) full join unused u using (business_id, chain_id, day)
    )
    select 'reserved' as fault, subject, (kept - reserved)::text as drift from days where kept <> reserved
    union all
    select 'spent', subject, (kept_spent - spent)::text from days where kept_spent < spent`)
  return rows.map(({ fault, subject, drift }) => ({ fault, subject, driftMicros: BigInt(drift) }))
}
