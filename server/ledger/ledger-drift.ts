import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'

export type LedgerFault = {
  /**
   * `account`: a balance is not the sum of its entries. `journal`: entries do not sum to zero, or there are none. `business`: its accounts
   * do not sum to zero. `hold`: a transaction's fee columns disagree with its entries. `unsettled`: it ended and is held for still.
   */
  fault: 'account' | 'journal' | 'business' | 'hold' | 'unsettled'
  businessId: string
  /** Account kind, journal id, business id or transaction id. */
  subject: string
  driftMicros: bigint
}

type Row = { fault: LedgerFault['fault']; businessId: string; subject: string; drift: string }

/**
 * Everything in the ledger that does not add up, of all businesses, at one moment; empty is right. Needs a handle that sees all
 * businesses (worker, operator). Reads every entry: for checks, not for pages.
 */
export async function ledgerDrift(db: Database): Promise<LedgerFault[]> {
  const rows = await db.execute<Row>(sql`
    with sums as (
      select business_id, kind, sum(amount_micros) as micros from ledger_entries group by 1, 2
    ), kept as (
      select j.transaction_id as id, j.business_id,
        coalesce(sum(e.amount_micros) filter (where e.kind = 'reserved' and j.kind <> 'settle'), 0) as held,
        coalesce(sum(e.amount_micros) filter (where e.kind = 'reserved'), 0) as reserved,
        coalesce(sum(e.amount_micros) filter (where e.kind = 'gas'), 0) as charged
      from ledger_journals j join ledger_entries e on e.journal_id = j.id where j.transaction_id is not null group by 1, 2
    )
    select 'account' as fault, coalesce(a.business_id, s.business_id) as "businessId", coalesce(a.kind, s.kind) as subject,
      (coalesce(a.balance_micros, 0) - coalesce(s.micros, 0))::text as drift
    from ledger_accounts a full join sums s on s.business_id = a.business_id and s.kind = a.kind
    where coalesce(a.balance_micros, 0) <> coalesce(s.micros, 0)
    union all
    select 'journal', j.business_id, j.id::text, coalesce(sum(e.amount_micros), 0)::text
    from ledger_journals j left join ledger_entries e on e.journal_id = j.id
    group by j.id having coalesce(sum(e.amount_micros), 1) <> 0
    union all
    select 'business', business_id, business_id::text, sum(balance_micros)::text
    from ledger_accounts group by business_id having sum(balance_micros) <> 0
    union all
    select 'hold', coalesce(t.business_id, k.business_id), coalesce(t.id, k.id)::text,
      (case when coalesce(t.fee_charged_micros, 0) <> coalesce(k.charged, 0) then coalesce(t.fee_charged_micros, 0) - coalesce(k.charged, 0)
        else coalesce(k.held, 0) - coalesce(t.fee_hold_micros, 0) end)::text
    from (select * from transactions where fee_hold_micros <> 0 or fee_charged_micros <> 0) t full join kept k on k.id = t.id
    where coalesce(t.fee_hold_micros, 0) <> coalesce(k.held, 0) or coalesce(t.fee_charged_micros, 0) <> coalesce(k.charged, 0)
      or coalesce(k.reserved, 0) <> case when t.fee_charged_micros is null then coalesce(t.fee_hold_micros, 0) else 0 end
    union all
    select 'unsettled', business_id, id::text, fee_hold_micros::text
    from transactions where status <> 'PENDING' and fee_hold_micros > 0 and fee_charged_micros is null`)
  return rows.map(({ fault, businessId, subject, drift }) => ({
    fault,
    businessId,
    subject,
    driftMicros: BigInt(drift),
  }))
}
