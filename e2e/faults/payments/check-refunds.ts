import type { Sql } from 'postgres'
import type { FaultBank } from '../stack/fault-bank'

type Refund = {
  reference: string
  to: string
  state: string
  units: string
  held: number
  paid: number
  released: number
}

/**
 * Holds refunds against the bank: one that is done was sent once, of that amount; one that failed was not; none is under way; of no money more goes
 * back than came, and what is held for each is paid or released once. One sentence for each fault.
 */
export async function checkRefunds(sql: Sql, bank: FaultBank): Promise<string[]> {
  const findings: string[] = []
  const rows = await sql<Refund[]>`
    select r.reference, r."to", r.state, r.units::text as units,
      (select count(*) from ledger_journals j where j.reference_id = r.id and j.kind = 'hold')::int as held,
      (select count(*) from ledger_journals j where j.reference_id = r.id and j.kind = 'refund')::int as paid,
      (select count(*) from ledger_journals j where j.reference_id = r.id and j.kind = 'release')::int as released
    from payment_refunds r where r.provider = 'sandbox'`
  const sent = bank.books().state.refunds
  for (const { reference, to, state, units, held, paid, released } of rows) {
    const [one, ...more] = sent.filter((each) => each.reference === reference)
    const isSent = to === 'PROVIDER' && state === 'DONE'
    if (more.length > 0) findings.push(`${reference} was sent ${more.length + 1} times`)
    if (isSent !== (one !== undefined)) findings.push(`${reference} is ${state}, and ${one ? 'was' : 'was not'} sent`)
    if (one && one.amountMinor !== units)
      findings.push(`${reference} is ${units} kobo, and ${one.amountMinor} were sent`)
    if (state !== 'DONE' && state !== 'FAILED') findings.push(`${reference} is left ${state}`)
    const isBooked = state === 'DONE' ? paid === 1 && released === 0 : paid === 0 && released === held
    if (!isBooked) findings.push(`${reference} is ${state}: held ${held}, paid ${paid}, released ${released} times`)
  }
  const known = new Set(rows.map(({ reference }) => reference))
  for (const { reference } of sent)
    if (!known.has(reference)) findings.push(`${reference} was sent, and nobody asked for it`)
  const over = await sql<{ txn: string }[]>`
    select c.provider_txn_id as txn from payment_receipts c join payment_refunds r on r.receipt_id = c.id and r.state <> 'FAILED'
    group by c.id, c.provider_txn_id, c.units having sum(r.units) > c.units`
  return [...findings, ...over.map(({ txn }) => `of ${txn} more went back than came`)]
}

/** What the bank sent back, in kobo. */
export function refundedKobo(bank: FaultBank): bigint {
  return bank.books().state.refunds.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n)
}
