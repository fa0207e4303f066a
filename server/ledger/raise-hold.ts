import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'

/** Where it is not covered nothing changed, and so much could have been held or reserved for it. */
export type Raised = { isCovered: true } | { isCovered: false; availableMicros: bigint }

/**
 * Raises what is held for a transaction's gas to `toMicros`, before a dearer replacement is signed; one statement, which also writes
 * `fee_hold_micros`. Not covered: the balance is short, or the transaction is settled or another business's.
 * Covered without a change when that much is held already, or the platform pays (nothing is held).
 */
export async function raiseHold(
  db: Database,
  { businessId, transactionId, toMicros }: { businessId: string; transactionId: string; toMicros: bigint },
): Promise<Raised> {
  const [row] = await db.execute<{ held: boolean; raised: boolean; available: string }>(sql`
    with open as (
      select id, fee_hold_micros as held from transactions
      where id = ${transactionId} and business_id = ${businessId} and fee_charged_micros is null
      for update
    ), missing as (
      select id, ${toMicros.toString()}::numeric - held as micros from open
      where held > 0 and held < ${toMicros.toString()}::numeric
    ), account as (
      select business_id, balance_micros from ledger_accounts
      where business_id = ${businessId} and kind = 'available' and exists (select 1 from missing)
      for update
    ), covered as (
      select business_id from account where balance_micros >= (select micros from missing)
    ), journal as (
      insert into ledger_journals (id, business_id, kind, transaction_id, reason, created_by)
      select ${newId()}::uuid, c.business_id, 'raise', m.id, 'Gas became dearer', 'system:engine' from covered c, missing m
      returning id, business_id
    ), entries as (
      insert into ledger_entries (journal_id, business_id, kind, amount_micros)
      select j.id, j.business_id, leg.kind, leg.sign * m.micros
      from journal j, missing m, (values ('available', -1), ('reserved', 1)) as leg(kind, sign)
    ), raised as (
      update transactions t set fee_hold_micros = ${toMicros.toString()}::numeric, updated_at = now()
      from journal j where t.id = ${transactionId} and t.business_id = j.business_id
      returning 1
    )
    select (select count(*) from open) > (select count(*) from missing) as held, exists (select 1 from raised) as raised,
      coalesce((select held from open), 0) + coalesce((select balance_micros from account), 0) as available`)
  if (row?.held === true || row?.raised === true) return { isCovered: true }
  return { isCovered: false, availableMicros: BigInt(row?.available ?? 0) }
}
