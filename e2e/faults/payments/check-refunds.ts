import type { Sql } from 'postgres'
import type { FaultBank } from '@/e2e/faults/stack/fault-bank'
import type { BankRefund } from '@/packages/sandbox-bank/bank-state'

/** A refund as the books have it, with how often it was held, paid and released. */
export type BookedRefund = {
  reference: string
  receipt: string
  /** The amount of that receipt, in kobo. */
  received: string
  to: string
  state: string
  units: string
  held: number
  paid: number
  released: number
}

/** Compares refunds with the bank; see `judgeRefunds`. */
export async function checkRefunds(sql: Sql, bank: FaultBank): Promise<string[]> {
  const rows = await sql<BookedRefund[]>`
    select r.reference, c.provider_txn_id as receipt, c.units::text as received, r."to", r.state, r.units::text as units,
      (select count(*) from ledger_journals j where j.reference_id = r.id and j.kind = 'hold')::int as held,
      (select count(*) from ledger_journals j where j.reference_id = r.id and j.kind = 'refund')::int as paid,
      (select count(*) from ledger_journals j where j.reference_id = r.id and j.kind = 'release')::int as released
    from payment_refunds r join payment_receipts c on c.id = r.receipt_id where r.provider = 'sandbox'`
  return judgeRefunds(rows, bank.books().state.refunds)
}

/**
 * A done refund was sent once, with its amount; a failed one was not; none is in progress. No receipt is refunded
 * beyond its amount, and each hold is paid or released once. One sentence for each fault.
 */
export function judgeRefunds(rows: readonly BookedRefund[], sent: readonly BankRefund[]): string[] {
  const known = new Set(rows.map(({ reference }) => reference))
  const given = new Map<string, bigint>()
  for (const { receipt, state, units } of rows)
    if (state !== 'FAILED') given.set(receipt, (given.get(receipt) ?? 0n) + BigInt(units))
  const over = rows.filter(({ receipt, received }) => (given.get(receipt) ?? 0n) > BigInt(received))
  return [
    ...rows.flatMap((row) => judgeRefund(row, sent)),
    ...sent.flatMap(({ reference }) =>
      known.has(reference) ? [] : [`${reference} was sent, and nobody asked for it`],
    ),
    ...[...new Set(over.map(({ receipt }) => receipt))].map((receipt) => `of ${receipt} more went back than came`),
  ]
}

function judgeRefund(row: BookedRefund, sent: readonly BankRefund[]): string[] {
  const { reference, to, state, units, held, paid, released } = row
  const findings: string[] = []
  const [one, ...more] = sent.filter((each) => each.reference === reference)
  const isSent = to === 'PROVIDER' && state === 'DONE'
  if (more.length > 0) findings.push(`${reference} was sent ${more.length + 1} times`)
  if (isSent !== (one !== undefined)) findings.push(`${reference} is ${state}, and ${one ? 'was' : 'was not'} sent`)
  if (one && one.amountMinor !== units) findings.push(`${reference} is ${units} kobo, and ${one.amountMinor} were sent`)
  if (state !== 'DONE' && state !== 'FAILED') findings.push(`${reference} is left ${state}`)
  const isBooked = state === 'DONE' ? paid === 1 && released === 0 : paid === 0 && released === held
  if (!isBooked) findings.push(`${reference} is ${state}: held ${held}, paid ${paid}, released ${released} times`)
  return findings
}

/** The sum that the bank sent back, in kobo. */
export function refundedKobo(bank: FaultBank): bigint {
  return bank.books().state.refunds.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n)
}
