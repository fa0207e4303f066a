import { and, eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { ledgerJournals } from '@/db/schema'
import { excessUnits } from './excess-part'
import type { PaymentRow, ReceiptRow } from './lock-payment'
import { microsOf, type Pegged } from './value-of'

/**
 * The micro-dollars that a settled receipt gave its business: the part above the bound at the rate of its own credit,
 * the rest at the rate of the payment. Only the receipt that completed the payment has such a part.
 */
export async function settledMicros(
  db: Database,
  { receipt, payment, pegged }: { receipt: ReceiptRow; payment: PaymentRow; pegged: Pegged },
): Promise<bigint> {
  const { aboveMinor, aboveMicros, ngnPerUsdE8 } = payment
  if (aboveMinor === 0n || !(await hasExcessCredit(db, receipt))) return microsOf(receipt.units, pegged, ngnPerUsdE8)
  return microsOf(receipt.units - excessUnits(aboveMinor, pegged), pegged, ngnPerUsdE8) + aboveMicros
}

async function hasExcessCredit(db: Database, { id }: ReceiptRow): Promise<boolean> {
  const { referenceType, referenceId, kind } = ledgerJournals
  const isItsCredit = and(eq(referenceType, 'receipt'), eq(referenceId, id), eq(kind, 'credit'))
  return (await db.select({ id: ledgerJournals.id }).from(ledgerJournals).where(isItsCredit).limit(1)).length > 0
}
