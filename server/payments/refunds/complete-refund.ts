import { and, eq, sum } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { paymentReceipts, paymentRefunds, payments } from '@/db/schema'
import { publishPaymentEvents } from '@/server/payments/publish-payment-events'
import { rollBackPeriod } from '@/server/subscriptions/roll-back-period'
import { findPurchasedPeriod } from './find-purchased-period'
import type { LockedReceipt } from './lock-receipt'

type Ctx = { db: Database; now: () => Date }

/**
 * Applies the effects of a completed refund. A receipt without money left becomes REFUNDED. The payment does too once
 * all of its money, or the whole price of its plan, is refunded; then its purchase ends. Call it after the update of
 * the refund. Returns the number of messages written to the outbox.
 */
export async function completeRefund(
  { db, now }: Ctx,
  { refund, lockedReceipt: { receipt, locked } }: { refund: { id: string }; lockedReceipt: LockedReceipt },
): Promise<number> {
  const ofReceipt = and(eq(paymentRefunds.receiptId, receipt.id), eq(paymentRefunds.state, 'DONE'))
  if ((await sumOf(db, ofReceipt)) >= receipt.units) {
    await db
      .update(paymentReceipts)
      .set({ outcome: 'REFUNDED', updatedAt: now() })
      .where(eq(paymentReceipts.id, receipt.id))
  }
  if (locked?.payment.status !== 'SUCCESS') return 0
  const { payment } = locked
  const settled = and(eq(paymentRefunds.paymentId, payment.id), eq(paymentRefunds.source, 'SETTLED'))
  const done = and(settled, eq(paymentRefunds.state, 'DONE'))
  const isPrice =
    payment.purpose === 'SUBSCRIPTION' && (await sumOf(db, done, paymentRefunds.revenueMinor)) >= payment.amountMinor
  if (!isPrice && (await sumOf(db, done)) < payment.receivedMinor) return 0
  await db
    .update(payments)
    .set({ status: 'REFUNDED', closedAt: now(), updatedAt: now() })
    .where(and(eq(payments.id, payment.id), eq(payments.status, 'SUCCESS')))
  const period = await findPurchasedPeriod(db, payment)
  const ended = period ? await rollBackPeriod(db, period, now()) : 0
  return (
    ended +
    (await publishPaymentEvents(db, [{ paymentId: payment.id, kind: 'payment.refunded', sourceId: refund.id }], now()))
  )
}

async function sumOf(
  db: Database,
  where: ReturnType<typeof and>,
  column: typeof paymentRefunds.units | typeof paymentRefunds.revenueMinor = paymentRefunds.units,
): Promise<bigint> {
  const [row] = await db
    .select({ units: sum(column) })
    .from(paymentRefunds)
    .where(where)
  return BigInt(row?.units ?? 0)
}
