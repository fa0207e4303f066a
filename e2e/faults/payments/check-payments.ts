import type { Sql } from 'postgres'
import { toDatabase } from '@/db/client'
import type { FaultBank } from '@/e2e/faults/stack/fault-bank'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { checkRefunds, refundedKobo } from './check-refunds'

type Receipt = { txn: string; units: string; outcome: string; received: number; ended: number; applied: number }
type Payment = { id: string; status: string; applied: number; settled: number; failed: number }

/**
 * Compares the books with the bank. Each transfer is one receipt in one place; each payment is settled and reported at
 * most once, and none waits beyond its time. Refunds are sent once, no subscription runs without a payment, and the
 * account of the bank equals what it sent. One sentence for each fault.
 */
export async function checkPayments(sql: Sql, bank: FaultBank, since: Date): Promise<string[]> {
  return [
    ...(await checkReceipts(sql, bank)),
    ...(await checkStates(sql, since)),
    ...(await checkSubscriptions(sql, since)),
    ...(await checkRefunds(sql, bank)),
    ...(await ledgerDrift(toDatabase(sql))).map(
      ({ fault, subject, driftUnits }) => `the audit: ${fault} ${subject} is off by ${driftUnits}`,
    ),
  ]
}

/** The transfers that arrived, without those that the bank sent back at once. */
export function paidTransfers(bank: FaultBank) {
  return bank.books().state.transfers.filter(({ status }) => status === 'paid')
}

async function checkReceipts(sql: Sql, bank: FaultBank): Promise<string[]> {
  const findings: string[] = []
  const rows = await sql<Receipt[]>`
    select r.provider_txn_id as txn, r.units::text as units, r.outcome,
      (select count(*) from ledger_journals j where j.reference_id = r.id and j.kind = 'receive')::int as received,
      (select count(*) from ledger_journals j where j.reference_id = r.id and j.kind = 'credit')::int as ended,
      (select count(*) from ledger_journals j where j.reference_id = r.payment_id and j.kind = 'apply')::int as applied
    from payment_receipts r where r.provider = 'sandbox'`
  const known = new Map(rows.map((row) => [row.txn, row]))
  if (known.size !== rows.length) findings.push('a transfer is two receipts')
  const sent = paidTransfers(bank)
  for (const { id, amountMinor } of sent) {
    const row = known.get(id)
    if (!row) findings.push(`${id} is lost`)
    else if (row.units !== amountMinor) findings.push(`${id} is ${row.units} kobo, and was ${amountMinor}`)
  }
  if (known.size > sent.length) findings.push(`${known.size - sent.length} receipts were never sent`)
  for (const { txn, outcome, received, ended, applied } of rows) {
    if (received !== 1) findings.push(`${txn} was received ${received} times`)
    const isPlaced =
      (outcome === 'SETTLED' && applied === 1 && ended <= 1) ||
      (outcome === 'CREDITED' && ended === 1) ||
      // A refunded transfer was in one place before, or in none.
      (outcome === 'REFUNDED' && ended <= 1) ||
      (outcome === 'SUSPENSE' && ended === 0)
    if (!isPlaced) findings.push(`${txn} is ${outcome} with ${ended} credits and ${applied} settlements`)
  }
  const arrived = sent.reduce((sum, { amountMinor, feeMinor }) => sum + BigInt(amountMinor) - BigInt(feeMinor), 0n)
  const total = arrived - refundedKobo(bank)
  const [account] = await sql<{ balance: string }[]>`
    select balance_units::text as balance from ledger_accounts where currency = 'NGN' and kind = 'psp.sandbox'`
  const booked = -BigInt(account?.balance ?? 0)
  if (booked !== total)
    findings.push(`psp.sandbox holds ${booked} kobo, and the bank sent ${total} more than went back`)
  return findings
}

async function checkStates(sql: Sql, since: Date): Promise<string[]> {
  const findings: string[] = []
  const rows = await sql<Payment[]>`
    select p.id, p.status,
      (select count(*) from ledger_journals j where j.reference_id = p.id and j.kind = 'apply')::int as applied,
      (select count(*) from webhook_messages m where m.source_id = p.id and m.kind = 'payment.settled')::int as settled,
      (select count(*) from webhook_messages m where m.source_id = p.id and m.kind = 'payment.failed')::int as failed
    from payments p where p.created_at >= ${since}`
  for (const { id, status, applied, settled, failed } of rows) {
    const isPaid = Number(status === 'SUCCESS' || status === 'REFUNDED')
    if (applied !== isPaid) findings.push(`payment ${id} is ${status} and was applied ${applied} times`)
    if (settled !== isPaid) findings.push(`payment ${id} is ${status} and was told settled ${settled} times`)
    if (failed !== 1 - isPaid) findings.push(`payment ${id} is ${status} and was told failed ${failed} times`)
  }
  const [left] = await sql<{ waiting: number; opening: number; held: number; stored: number }[]>`
    select (select count(*) from payments where status = 'PENDING')::int as waiting,
      (select count(*) from deposit_accounts where status = 'OPENING')::int as opening,
      (select count(*) from payment_receipts where outcome = 'HELD')::int as held,
      (select count(*) from provider_events where state = 'STORED')::int as stored`
  for (const [what, count] of Object.entries(left ?? {})) if (count > 0) findings.push(`${count} left ${what}`)
  return findings
}

async function checkSubscriptions(sql: Sql, since: Date): Promise<string[]> {
  const unpaid = await sql<{ id: string; status: string }[]>`
    select s.id, s.status from subscriptions s where s.created_at >= ${since} and s.created_by <> 'system' and s.price_minor > 0
      and (s.status = 'PENDING' or (s.start_date <> s.end_date and s.status in ('ACTIVE', 'PAST_DUE')
        and not exists (select from payments p where p.subscription_id = s.id and p.status = 'SUCCESS')))`
  const doubled = await sql<{ project: string }[]>`
    select project_id as project from subscriptions where status in ('ACTIVE', 'PAST_DUE')
    group by project_id, product_id having count(*) > 1`
  return [
    ...unpaid.map(({ id, status }) => `subscription ${id} is ${status} without a payment`),
    ...doubled.map(({ project }) => `project ${project} has two plans of one product`),
  ]
}
