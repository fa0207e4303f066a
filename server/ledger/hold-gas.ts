import { sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import type { TenantCtx } from '@/server/ctx'
import { actorName } from './actor-name'
import { insufficientGas } from './insufficient-gas'

/**
 * Reserves the worst-case gas of a transaction that is about to be accepted, in its own database transaction. The caller inserts the row
 * with the same `fee_hold_micros`; from then on `raiseHold` and `settleGas` keep the row's fee columns.
 * Locks the business's balance until commit. Throws payment_required with what is needed and available, having changed nothing, when the balance is short.
 */
export async function holdGas(
  ctx: Pick<TenantCtx, 'db' | 'businessId' | 'actor'>,
  { transactionId, micros }: { transactionId: string; micros: bigint },
): Promise<void> {
  if (micros < 0n) throw new Error('a hold cannot be negative')
  if (micros === 0n) return
  // The row of `available` is the lock of a business's ledger: every verb takes it first.
  const [row] = await ctx.db.execute<{ available: string | null; held: boolean }>(sql`
    with account as (
      select business_id, balance_micros from ledger_accounts
      where business_id = ${ctx.businessId} and kind = 'available'
      for update
    ), covered as (
      select business_id from account where balance_micros >= ${micros.toString()}::numeric
    ), journal as (
      insert into ledger_journals (id, business_id, kind, transaction_id, reason, created_by)
      select ${newId()}::uuid, business_id, 'hold', ${transactionId}::uuid, 'Worst-case gas', ${actorName(ctx.actor)} from covered
      returning id, business_id
    ), entries as (
      insert into ledger_entries (journal_id, business_id, kind, amount_micros)
      select j.id, j.business_id, leg.kind, leg.sign * ${micros.toString()}::numeric
      from journal j, (values ('available', -1), ('reserved', 1)) as leg(kind, sign)
    )
    select (select balance_micros from account)::text as available, exists (select 1 from journal) as held`)
  if (row?.held !== true)
    throw insufficientGas('balance_insufficient', {
      neededMicros: micros,
      availableMicros: BigInt(row?.available ?? 0),
    })
}
