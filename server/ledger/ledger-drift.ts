import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import type { Currency } from '@/db/schema'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

export type LedgerFault = {
  /**
   * `account`: a balance is not the sum of its entries. `journal`: entries do not sum to zero, or there are none.
   * `business`: its accounts do not match its journals. `currency`: all accounts do not sum to zero. `hold`: a
   * transaction's fee columns disagree with its entries, or more was released for a reference than was held.
   * `unsettled`: a transaction ended and still has a hold. `payment`: a paid one has no journal that applied its money,
   * or an unpaid one has such a journal. `receipt`: received money has no journal. `suspense`: the account does not
   * match the receipts that are not placed yet. `refund`: one lacks the journals of its state, or the account for
   * refunds does not match those in progress.
   */
  fault:
    | 'account'
    | 'journal'
    | 'business'
    | 'currency'
    | 'hold'
    | 'unsettled'
    | 'payment'
    | 'receipt'
    | 'suspense'
    | 'refund'
  businessId: string
  currency: Currency
  /** Account kind, journal id, business id, currency or id of the reference. */
  subject: string
  driftUnits: bigint
}

type Row = Omit<LedgerFault, 'driftUnits'> & { drift: string }

/**
 * Everything in the ledger that does not add up, of all businesses, at one moment; empty is right. Needs a handle that
 * sees all businesses (worker, operator). Reads every entry: for checks, not for pages.
 */
export async function ledgerDrift(db: Database): Promise<LedgerFault[]> {
  const rows = await db.execute<Row>(sql`
    with sums as (
      select business_id, currency, kind, sum(amount_units) as units from ledger_entries group by 1, 2, 3
    ), kept as (
      select j.reference_type as type, j.reference_id as id, j.business_id, e.currency,
        coalesce(sum(e.amount_units) filter (where e.kind = 'reserved' and j.kind in ('hold', 'raise')), 0) as held,
        coalesce(sum(e.amount_units) filter (where e.kind = 'reserved'), 0) as reserved,
        coalesce(sum(e.amount_units) filter (where e.kind = 'gas'), 0) as charged
      from ledger_journals j join ledger_entries e on e.journal_id = j.id where j.reference_id is not null group by 1, 2, 3, 4
    ), platform as (
      select j.business_id, e.currency, sum(e.amount_units) as units from ledger_journals j join ledger_entries e on e.journal_id = j.id
      where e.business_id = ${PLATFORM_BUSINESS_ID} and j.business_id <> e.business_id group by 1, 2
    ), owned as (
      select business_id, currency, sum(balance_units) as units from ledger_accounts where business_id <> ${PLATFORM_BUSINESS_ID} group by 1, 2
    )
    select 'account' as fault, coalesce(a.business_id, s.business_id) as "businessId", coalesce(a.currency, s.currency) as currency,
      coalesce(a.kind, s.kind) as subject, (coalesce(a.balance_units, 0) - coalesce(s.units, 0))::text as drift
    from ledger_accounts a full join sums s on s.business_id = a.business_id and s.currency = a.currency and s.kind = a.kind
    where coalesce(a.balance_units, 0) <> coalesce(s.units, 0)
    union all
    select 'journal', j.business_id, coalesce(e.currency, 'USD'), j.id::text, coalesce(sum(e.amount_units), 0)::text
    from ledger_journals j left join ledger_entries e on e.journal_id = j.id
    group by j.id, e.currency having coalesce(sum(e.amount_units), 1) <> 0
    union all
    select 'business', coalesce(o.business_id, p.business_id), coalesce(o.currency, p.currency), coalesce(o.business_id, p.business_id)::text,
      (coalesce(o.units, 0) + coalesce(p.units, 0))::text
    from owned o full join platform p on p.business_id = o.business_id and p.currency = o.currency
    where coalesce(o.units, 0) + coalesce(p.units, 0) <> 0
    union all
    select 'currency', ${PLATFORM_BUSINESS_ID}, currency, currency, sum(balance_units)::text
    from ledger_accounts group by currency having sum(balance_units) <> 0
    union all
    select 'hold', coalesce(t.business_id, k.business_id), coalesce(k.currency, 'USD'), coalesce(t.id, k.id)::text,
      (case when coalesce(t.fee_charged_micros, 0) <> coalesce(k.charged, 0) then coalesce(t.fee_charged_micros, 0) - coalesce(k.charged, 0)
        else coalesce(k.held, 0) - coalesce(t.fee_hold_micros, 0) end)::text
    from (select * from transactions where fee_hold_micros <> 0 or fee_charged_micros <> 0) t
    full join (select * from kept where type = 'transaction') k on k.id = t.id and k.business_id = t.business_id and k.currency = 'USD'
    where coalesce(t.fee_hold_micros, 0) <> coalesce(k.held, 0) or coalesce(t.fee_charged_micros, 0) <> coalesce(k.charged, 0)
      or coalesce(k.reserved, 0) <> case when t.fee_charged_micros is null then coalesce(t.fee_hold_micros, 0) else 0 end
    union all
    select 'hold', business_id, currency, id::text, reserved::text from kept where type <> 'transaction' and reserved < 0
    union all
    select 'unsettled', business_id, 'USD', id::text, fee_hold_micros::text
    from transactions where status <> 'PENDING' and fee_hold_micros > 0 and fee_charged_micros is null
    union all
    select 'payment', p.business_id, 'NGN', p.id::text, p.amount_minor::text from payments p
    where (p.status in ('SUCCESS', 'REFUNDED'))::int <> (select count(*) from ledger_journals j
      where j.reference_id = p.id and j.reference_type = 'payment' and j.kind = 'apply')
    union all
    select 'receipt', r.business_id, r.currency, r.id::text, r.units::text from payment_receipts r
    where 1 <> (select count(*) from ledger_journals j
      where j.reference_id = r.id and j.reference_type = 'receipt' and j.kind = 'receive')
    union all
    select 'suspense', ${PLATFORM_BUSINESS_ID}, coalesce(a.currency, w.currency), 'suspense',
      (coalesce(a.balance_units, 0) - coalesce(w.units, 0))::text
    from (select currency, balance_units from ledger_accounts
      where business_id = ${PLATFORM_BUSINESS_ID} and kind = 'suspense') a
    full join (select currency, sum(units) as units from payment_receipts
      where outcome in ('HELD', 'SUSPENSE', 'IGNORED') group by 1) w on w.currency = a.currency
    where coalesce(a.balance_units, 0) <> coalesce(w.units, 0)
    union all
    select 'refund', f.business_id, f.currency, f.id::text, f.units::text from payment_refunds f,
      lateral (select count(*) filter (where j.kind = 'hold') as holds, count(*) filter (where j.kind = 'refund') as paid,
        count(*) filter (where j.kind = 'release') as released
        from ledger_journals j where j.reference_id = f.id and j.reference_type = 'refund') k
    where not case f.state when 'REQUESTED' then k.holds + k.paid + k.released = 0
      when 'FAILED' then k.paid = 0 and k.holds = k.released and k.holds = (f.source is not null)::int
      when 'DONE' then k.paid = 1 and k.released = 0 and k.holds = (f."to" = 'PROVIDER')::int
      else k.holds = 1 and k.paid + k.released = 0 end
    union all
    select 'refund', ${PLATFORM_BUSINESS_ID}, coalesce(a.currency, w.currency), 'refunds',
      (coalesce(a.balance_units, 0) - coalesce(w.units, 0))::text
    from (select currency, balance_units from ledger_accounts
      where business_id = ${PLATFORM_BUSINESS_ID} and kind = 'refunds') a
    full join (select currency, sum(units - balance_minor) as units from payment_refunds
      where state in ('PROCESSING', 'NEEDS_DETAILS') group by 1) w on w.currency = a.currency
    where coalesce(a.balance_units, 0) <> coalesce(w.units, 0)`)
  return rows.map(({ drift, ...fault }) => ({ ...fault, driftUnits: BigInt(drift) }))
}
