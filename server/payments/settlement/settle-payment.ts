import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { paymentReceipts, payments } from '@/db/schema'
import { faultPoint } from '@/server/fault-point'
import type { Posting } from '@/server/ledger/post-journal'
import { usdOfKoboDown } from '@/server/money/fx'
import { mailSettled } from '@/server/payments/mails/mail-settled'
import { tellPayments } from '@/server/payments/tell-payments'
import type { PaymentException } from '@/server/payments/words'
import { activateSubscription } from '@/server/subscriptions/activate-subscription'
import { dropPending } from '@/server/subscriptions/drop-pending'
import { renewSubscription } from '@/server/subscriptions/renew-subscription'
import { renewalPeriod } from '@/server/subscriptions/running'
import type { LockedPayment, PaymentRow, ReceiptRow } from './lock-payment'
import { applyLegs } from './money-legs'

type Settlement = {
  /** What pays for it: what waited, and what came now. */
  receipts: readonly ReceiptRow[]
  /** Of the receipt that completed it. */
  reference: string
  surplusMinor: bigint
  /** What is over the bound of the quoted rate: the caller credits it. */
  above: { minor: bigint; micros: bigint } | null
  isRenewal: boolean
  exceptions: readonly PaymentException[]
}

type Effect = { messages: number; postings: Posting[] }

/** A payment is paid: what it buys begins, once. The caller posts the journals, behind every lock of a row. */
export async function settlePayment(
  db: Database,
  { payment, running }: LockedPayment,
  settlement: Settlement,
  now: Date,
): Promise<Effect> {
  const { receipts, reference, surplusMinor, exceptions } = settlement
  const ids = receipts.map(({ id }) => id)
  await db.update(paymentReceipts).set({ outcome: 'SETTLED', updatedAt: now }).where(inArray(paymentReceipts.id, ids))
  faultPoint('settle-after-receipts')
  const isRenewal = running !== null && (settlement.isRenewal || payment.change === 'RENEWAL')
  const settled = await db
    .update(payments)
    .set({
      status: 'SUCCESS',
      providerId: receipts.at(-1)?.provider ?? null,
      reference,
      exceptions: [...new Set([...payment.exceptions, ...exceptions])],
      receivedMinor: receipts.reduce((sum, { valueMinor }) => sum + valueMinor, 0n),
      ...(isRenewal ? { subscriptionId: running.subscriptionId } : {}),
      settledAt: now,
      updatedAt: now,
    })
    .where(and(eq(payments.id, payment.id), eq(payments.status, 'PENDING')))
    .returning({ id: payments.id })
  if (settled.length !== 1) throw new Error(`payment ${payment.id} changed under its lock`)
  faultPoint('settle-after-payment')
  const begun = await beginPeriod(db, { payment, running: running ?? null, isRenewal: settlement.isRenewal }, now)
  faultPoint('settle-after-subscription')
  const told = [{ paymentId: payment.id, kind: 'payment.settled' as const }]
  const flagged =
    exceptions.length > 0 ? [{ paymentId: payment.id, kind: 'payment.exception' as const, sourceId: newId() }] : []
  const messages = begun + (await tellPayments(db, [...told, ...flagged], now))
  faultPoint('settle-after-tell')
  const { businessId, purpose, amountMinor, amountUsdMicros, creditMinor } = payment
  const surplusMicros = usdOfKoboDown(surplusMinor, payment.ngnPerUsdE8)
  const { minor = 0n, micros = 0n } = settlement.above ?? {}
  const surplus = { minor: surplusMinor + minor, micros: surplusMicros + micros }
  const mails = await mailSettled({ db, now: () => now }, { paymentId: payment.id, surplus })
  const bought = { businessId, purpose, amountMinor, amountUsdMicros, creditMinor, surplusMinor, surplusMicros }
  const journal = {
    id: newId(),
    businessId,
    kind: 'apply',
    reference: { type: 'payment', id: payment.id },
    rateId: payment.rateId,
    reason: `${payment.paymentRef} is paid`,
    createdBy: 'system:settlement',
  } as const
  return { messages: messages + mails, postings: [{ journal, legs: applyLegs(receipts, bought) }] }
}

type Begin = { payment: PaymentRow; running: LockedPayment['running']; isRenewal: boolean }

/** What a subscription payment buys begins to run. */
async function beginPeriod(db: Database, { payment, running, isRenewal }: Begin, now: Date): Promise<number> {
  const { subscriptionId, periodStart, periodEnd, anchorDay, paymentRef, creditMinor, businessId } = payment
  if (subscriptionId === null || periodStart === null || periodEnd === null || anchorDay === null) return 0
  const priceMinor = payment.amountMinor + creditMinor
  const quoted = { start: periodStart, end: periodEnd, anchorDay }
  if (running && isRenewal) {
    await dropPending(db, { businessId, ids: [subscriptionId], to: 'CANCELED' })
    return renewSubscription(db, { running, paymentRef, period: { ...renewalPeriod(running, now), priceMinor } }, now)
  }
  if (running && payment.change === 'RENEWAL') {
    return renewSubscription(db, { running, paymentRef, period: { ...quoted, priceMinor } }, now)
  }
  return activateSubscription(db, { subscriptionId, period: quoted, priceMinor, creditMinor, paymentRef, running }, now)
}
