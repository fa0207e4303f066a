import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'

/** What the mined attempts of an ended transaction cost, in micro-dollars rounded up; 0 where nothing was mined. */
export type GasCharge = { businessId: string; transactionId: string; chargeMicros: bigint }

/**
 * Charges ended transactions for their gas, up to what is held for each, and gives the rest back; one statement for all of them, which
 * also writes `fee_charged_micros` (0 where nothing was held: the platform paid). Exactly once per transaction: repeats and races change
 * nothing. Run it in the transaction that ends them.
 */
export async function settleGas(db: Database, charges: GasCharge[]): Promise<void> {
  if (charges.length === 0) return
  const rows = charges.map(({ businessId, transactionId, chargeMicros }) => {
    if (chargeMicros < 0n) throw new Error('a charge cannot be negative')
    return {
      journal_id: newId(),
      business_id: businessId,
      transaction_id: transactionId,
      charge: chargeMicros.toString(),
    }
  })
  await db.execute(sql`
    with charge as (
      select distinct on (transaction_id) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as c(journal_id uuid, business_id uuid, transaction_id uuid, charge numeric)
    ), open as (
      select t.id, t.business_id, t.fee_hold_micros as held, least(c.charge, t.fee_hold_micros) as charged, c.charge, c.journal_id
      from transactions t join charge c on c.transaction_id = t.id and c.business_id = t.business_id
      where t.fee_charged_micros is null
      order by t.id for update of t
    ), locked as (
      select business_id from ledger_accounts
      where kind = 'available' and business_id in (select business_id from open where held > 0)
      order by business_id for update
    ), settled as (
      update transactions t set fee_charged_micros = o.charged, updated_at = now() from open o where t.id = o.id
    ), journals as (
      insert into ledger_journals (id, business_id, kind, transaction_id, reason, created_by)
      select o.journal_id, o.business_id, 'settle', o.id,
        case when o.charge > o.held then 'Actual gas; the platform bore what exceeds the hold' else 'Actual gas' end, 'system:engine'
      from open o where o.held > 0 and (select count(*) from locked) >= 0 -- always true: it makes the locks come first
    )
    insert into ledger_entries (journal_id, business_id, kind, amount_micros)
    select o.journal_id, o.business_id, leg.kind, leg.micros
    from open o, lateral (values ('available', o.held - o.charged), ('gas', o.charged), ('reserved', -o.held)) as leg(kind, micros)
    where o.held > 0 and leg.micros <> 0`)
}
