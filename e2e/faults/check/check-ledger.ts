import type { Sql } from 'postgres'
import { toDatabase } from '@/db/client'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { budgetDrift } from '@/server/testing/budget-drift'

type Held = {
  id: string
  decimals: number
  hold: string
  charged: string | null
  fee: string | null
  price: string | null
  reserved: string
  gas: string
  settles: number
  /**
   * Fees of the top-ups sent for it, and of their return where it was never sent itself. The lower bound is what they
   * cost. The upper bound is what they could cost when it ended (a replacement at a higher fee that was signed later is
   * the platform's loss), and at most what was charged for one that was not final then.
   */
  top_ups_least: string
  top_ups_most: string
}

/**
 * Journals sum to zero, balances are the sums of their entries, and no ended transaction has a hold. The charge of a
 * transaction is its fee, with those of its delegation and top-ups, at the rate of its acceptance, never more than its
 * hold. Returns the micro-dollars that do not add up.
 */
export async function checkLedger(sql: Sql, findings: string[]): Promise<bigint> {
  let drift = 0n
  const off = (micros: bigint, sentence: string) => {
    if (micros === 0n) return
    drift += micros < 0n ? -micros : micros
    findings.push(`${sentence}: ${micros} micro-dollars too many`)
  }
  const journals = await sql<{ id: string; sum: string }[]>`
    select journal_id as id, sum(amount_units)::text as sum from ledger_entries group by 1, currency having sum(amount_units) <> 0`
  for (const { id, sum } of journals) off(BigInt(sum), `journal ${id}`)
  const accounts = await sql<{ name: string; drift: string; balance: string }[]>`
    select a.business_id || ' ' || a.currency || ' ' || a.kind as name, a.balance_units::text as balance,
      (a.balance_units - coalesce((select sum(e.amount_units) from ledger_entries e
        where e.business_id = a.business_id and e.currency = a.currency and e.kind = a.kind), 0))::text as drift from ledger_accounts a`
  for (const account of accounts) {
    off(BigInt(account.drift), `account ${account.name}`)
    if (
      BigInt(account.balance) < 0n &&
      !/(funding|psp|chain|fx|fees|rounding|revenue\.proration)(\.[^ ]*)?$/.test(account.name)
    )
      findings.push(`${account.name} is negative`)
  }
  for (const { fault, subject, driftUnits } of await ledgerDrift(toDatabase(sql)))
    findings.push(`the product's own audit: ${fault} ${subject} is off by ${driftUnits}`)
  for (const { fault, subject, driftMicros } of await budgetDrift(toDatabase(sql)))
    findings.push(`sponsored gas: ${fault} of ${subject} is off by ${driftMicros}`)
  for (const row of await heldTransactions(sql)) {
    if (row.settles !== 1) findings.push(`transaction ${row.id} was settled ${row.settles} times`)
    off(BigInt(row.reserved), `what transaction ${row.id} still holds`)
    off(BigInt(row.charged ?? 0) - BigInt(row.gas), `the charge of transaction ${row.id} against its journals`)
    const charged = BigInt(row.charged ?? 0)
    const least = chargeOf(row, BigInt(row.fee ?? 0) + BigInt(row.top_ups_least))
    const most = chargeOf(row, BigInt(row.fee ?? 0) + BigInt(row.top_ups_most))
    if (charged < least || charged > most)
      off(charged - (charged < least ? least : most), `the charge of transaction ${row.id} against its fee`)
  }
  return drift
}

/** Transactions that ended and for which gas was ever held, with what their journals left in the accounts. */
function heldTransactions(sql: Sql): Promise<Held[]> {
  return sql<Held[]>`
    select t.id, c.native_decimals as decimals, t.fee_hold_micros::text as hold, t.fee_charged_micros::text as charged,
      (case when t.fee_wei is not null or d.fee is not null then coalesce(t.fee_wei, 0) + coalesce(d.fee, 0) end)::text as fee, t.native_price_e8::text as price,
      coalesce(u.least, 0)::text as top_ups_least, coalesce(u.most, 0)::text as top_ups_most,
      coalesce(sum(e.amount_units) filter (where e.kind = 'reserved'), 0)::text as reserved,
      coalesce(sum(e.amount_units) filter (where e.kind = 'gas'), 0)::text as gas,
      count(distinct j.id) filter (where j.kind = 'settle')::int as settles
    from transactions t join chains c on c.chain_id = t.chain_id
    join ledger_journals j on j.reference_type = 'transaction' and j.reference_id = t.id join ledger_entries e on e.journal_id = j.id
    left join lateral (select max(o.fee_wei) as fee from transactions o where o.type = 'DELEGATE' and o.served_transaction_id = t.id) d on true
    left join lateral (select sum(v.ways * least(coalesce(o.fee_wei, 0), w.worst)) as least,
        sum(v.ways * case when o.final_at <= t.final_at then coalesce(o.fee_wei, 0) else greatest(o.fee_wei, w.worst, 0) end) as most
      from transactions o cross join lateral (select case when t.fee_wei is null then 2 else 1 end as ways) v
      left join lateral (select max(a.gas_limit * a.max_fee_per_gas + a.l1_fee_units) as worst from transaction_attempts a
        where a.transaction_id = o.id and a.created_at <= t.final_at) w on true
      where o.type = 'GAS_TOPUP' and o.nonce is not null and o.served_transaction_id = t.id) u on true
    where t.status <> 'PENDING' group by t.id, c.native_decimals, d.fee, u.least, u.most`
}

/** Rounded up, in whole micro-dollars, at most what was held; a price is USD of one coin times 10^8. */
function chargeOf({ decimals, price, hold }: Held, units: bigint): bigint {
  if (price === null) return 0n
  const scale = 10n ** BigInt(decimals + 2)
  const micros = (units * BigInt(price) + scale - 1n) / scale
  return micros < BigInt(hold) ? micros : BigInt(hold)
}
