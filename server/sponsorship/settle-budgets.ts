import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { budgetDay } from './find-daily-budget'

/** The cost of an ended transaction to the platform, in micro-dollars rounded up; 0 if nothing was mined. */
export type SponsoredCost = {
  transactionId: string
  costMicros: bigint
  /** Counts today for the owner of the receiving wallet, and not for the row's business. */
  isForRecipient?: boolean
}

/**
 * Books the cost of ended transactions on the day of their reservations, and returns the reservations. Each transaction
 * is booked once, even if calls repeat or race. The cost of a top-up counts today for the business of the filled
 * wallet. Run it in the transaction that ends them, last: rows of transactions are locked before days, newer days
 * before older ones.
 */
export async function settleBudgets(db: Database, costs: readonly SponsoredCost[], now: Date): Promise<void> {
  if (costs.length === 0) return
  const rows = costs.map(({ transactionId, costMicros, isForRecipient = false }) => ({
    id: transactionId,
    cost: costMicros.toString(),
    for_recipient: isForRecipient,
  }))
  // After a restore, a running process may reserve from a share that the database lacks. Then a day has less reserved
  // than its transactions, which end nevertheless.
  await db.execute(sql`
    with cost as (
      select distinct on (id) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(id uuid, cost numeric, for_recipient boolean)
    ), ended as (
      select t.id, t.chain_id, t.business_id as payer_id, t.gas_budget_micros as reserved, c.cost,
        case when c.for_recipient
          then (select l.business_id from wallets w join lanes l on l.chain_id = t.chain_id and l.wallet_id = w.id where w.address = t.to_address)
          else t.business_id end as business_id,
        case when c.for_recipient then ${budgetDay(now)}::date else t.gas_budget_day end as day
      from transactions t join cost c on c.id = t.id
      order by t.id for update of t
    ), booked as (
      insert into gas_budget_costs (transaction_id, business_id, cost_micros)
      select id, payer_id, cost from ended order by id on conflict do nothing returning transaction_id as id
    ), per_day as (
      select e.business_id, e.chain_id, e.day, sum(e.reserved) as reserved, sum(e.cost) as cost
      from ended e join booked using (id) join businesses b on b.id = e.business_id and b.kind = 'customer'
      where e.day is not null group by 1, 2, 3
    )
    insert into gas_budget_days as d (business_id, chain_id, day, spent_micros)
    select business_id, chain_id, day, cost from per_day order by business_id, chain_id, day desc
    on conflict (business_id, chain_id, day) do update set updated_at = now(), spent_micros = d.spent_micros + excluded.spent_micros,
      reserved_micros = greatest(0, d.reserved_micros - (select p.reserved from per_day p
        where p.business_id = d.business_id and p.chain_id = d.chain_id and p.day = d.day))`)
}
