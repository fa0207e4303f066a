import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'

/**
 * Raises what is held for a transaction's gas to `toMicros`, before a dearer replacement is signed; one statement, which also writes
 * `fee_hold_micros`. False, and nothing changed: the balance is short, or the transaction is settled or another business's.
 * True without a change when that much is held already, or the platform pays (nothing is held).
 */
export async function raiseHold(
  db: Database,
  { businessId, transactionId, toMicros }: { businessId: string; transactionId: string; toMicros: bigint },
): Promise<boolean> {
  const [row] = await db.execute<{ held: boolean; raised: boolean }>(sql`
    with open as (
      select id, fee_hold_micros as held from transactions
      where id = ${transactionId} and business_id = ${businessId} and fee_charged_micros is null
      for update
    ), missing as (
      select id, ${toMicros.toString()}::numeric - held as micros from open
      where held > 0 and held < ${toMicros.toString()}::numeric
    ), covered as (
      select business_id from ledger_accounts
      where business_id = ${businessId} and kind = 'available' and balance_micros >= (select micros from missing)
      for update
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
    select (select count(*) from open) > (select count(*) from missing) as held, exists (select 1 from raised) as raised`)
  return row?.held === true || row?.raised === true
}
