import { sql } from 'drizzle-orm'
import { inWorker } from '@/server/ctx'
import type { Raised } from '@/server/ledger/raised'
import { budgetDay } from './budget-day'
import { findDailyBudget } from './find-daily-budget'

type Raise = { businessId: string; chainId: number; transactionId: string; toMicros: bigint }

/**
 * Raises what is reserved for a transaction's sponsored gas, before it is signed at a higher price. The whole reservation then counts for
 * today: a row of yesterday needs nothing of a day that is over, and cannot be stuck on it. Covered without a change where that much is
 * reserved already. Not covered: it does not fit into today's budget, or the transaction ended.
 */
export async function raiseReservation({ businessId, chainId, transactionId, toMicros }: Raise): Promise<Raised> {
  const dailyMicros = await findDailyBudget({ businessId, chainId })
  return inWorker(async ({ db, now }) => {
    const today = budgetDay(now())
    await db.execute(sql`
      insert into gas_budget_days (business_id, chain_id, day) values (${businessId}, ${chainId}, ${today}) on conflict do nothing`)
    // The lock comes first: what is read after it knows whether the transaction was settled meanwhile.
    await db.execute(sql`select 1 from transactions where id = ${transactionId} for update`)
    const to = sql`${toMicros.toString()}::numeric`
    const [row] = await db.execute<{ held: boolean; raised: boolean; available: string }>(sql`
      with open as (
        select id, gas_budget_day as day, gas_budget_micros as micros from transactions
        where id = ${transactionId} and business_id = ${businessId} and chain_id = ${chainId} and status = 'PENDING'
          and not exists (select 1 from gas_budget_costs c where c.transaction_id = transactions.id) for update
      ), short as (
        select id, day, micros, ${to} - case when day = ${today} then micros else 0 end as more from open where micros < ${to}
      ), locked as (
        select ${dailyMicros.toString()}::numeric - reserved_micros - spent_micros as left_micros from gas_budget_days
        where business_id = ${businessId} and chain_id = ${chainId} and day = ${today} and exists (select 1 from short) for update
      ), fits as (
        select s.* from short s, locked l where s.more <= l.left_micros
      ), raised as (
        update transactions t set gas_budget_micros = ${to}, gas_budget_day = ${today}, updated_at = now() from fits f where t.id = f.id
        returning 1
      ), moved as (
        update gas_budget_days d set updated_at = now(),
          reserved_micros = d.reserved_micros + case when d.day = ${today} then f.more else -f.micros end
        from fits f
        where d.business_id = ${businessId} and d.chain_id = ${chainId} and (d.day = ${today} or d.day = f.day)
      )
      select (select count(*) from open) > (select count(*) from short) as held, exists (select 1 from raised) as raised,
        coalesce((select micros from open where day = ${today}), 0) + coalesce((select left_micros from locked), 0) as available`)
    if (row?.held === true || row?.raised === true) return { isCovered: true }
    const availableMicros = BigInt(row?.available ?? 0)
    return { isCovered: false, availableMicros: availableMicros > 0n ? availableMicros : 0n }
  })
}
