import { eq } from 'drizzle-orm'
import { type depositAccounts, paymentReceipts, payments } from '@/db/schema'
import { EXCEPTION_WORDS, type PaymentException } from '@/schemas/payments/words'
import type { WorkerCtx } from '@/server/ctx'
import { findRate } from '@/server/fx/require-rate'
import type { Posting } from '@/server/ledger/post-journals'
import { exceptionCauseOf, mailException } from '@/server/payments/mails/mail-exceptions'
import type { Audience } from '@/server/payments/mails/read-audience'
import { type ReceivedFunds, toReceivedFunds } from '@/server/payments/mails/read-summary'
import { publishPaymentEvents } from '@/server/payments/publish-payment-events'
import { dropPending } from '@/server/subscriptions/drop-pending'
import type { Running } from '@/server/subscriptions/running'
import { creditReceipt } from './credit-receipt'
import { decideReceipt, type QuoteBasis, type ReceiptDecision } from './decide-receipt'
import { excessPart, excessPosting } from './excess-part'
import type { LockedPayment, PaymentRow, ReceiptRow } from './lock-payment'
import { settlePayment } from './settle-payment'
import { storeNew } from './store-receipt'
import { koboOf, microsOf, peggedOfReceipt, pegOf } from './value-of'

type AccountRow = typeof depositAccounts.$inferSelect
type Booking = {
  locked: LockedPayment
  account: AccountRow
  receipt: ReceiptRow
  /** Whether the receipt is in the database. If not, it is stored here with its final outcome. */
  isStored: boolean
  /** Present if it was read together with the locks. */
  audience?: Audience
}
type Settle = Extract<ReceiptDecision, { kind: 'settle' }>
type Effect = { messages: number; postings: Posting[] }

/** Books a receipt for its locked payment. The caller posts the journals. */
export async function bookReceipt(ctx: WorkerCtx, booking: Booking): Promise<Effect> {
  const { locked, account } = booking
  const { payment, held } = locked
  if (booking.receipt.currency !== account.currency) {
    if (!booking.isStored) await storeNew(ctx.db, booking.receipt)
    return suspend(ctx, booking, [])
  }
  const valueMinor = koboOf(booking.receipt.units, pegOf(account), payment.ngnPerUsdE8)
  const receipt = { ...booking.receipt, valueMinor }
  const toAccount = [...held.filter(({ accountId }) => accountId === account.id), receipt]
  const decision = decideReceipt(
    {
      status: payment.status,
      isReplaced: payment.isReplaced,
      expiryAt: payment.expiryAt,
      amountMinor: payment.amountMinor,
      heldMinor: held.reduce((sum, row) => sum + row.valueMinor, 0n),
      basis: basisOf(payment, locked.running),
    },
    {
      valueMinor,
      paidAt: receipt.paidAt,
      fillsAccount: toAccount.reduce((sum, { units }) => sum + units, 0n) >= account.expectedUnits,
    },
  )
  if (!booking.isStored && decision.kind !== 'settle') await storeNew(ctx.db, receipt)
  // Only money from suspense may have another value; other receipts are stored with this value.
  if (booking.isStored && booking.receipt.valueMinor !== valueMinor) {
    await ctx.db.update(paymentReceipts).set({ valueMinor }).where(eq(paymentReceipts.id, receipt.id))
  }
  switch (decision.kind) {
    case 'hold':
      return holdReceipt(ctx, locked, receipt)
    case 'settle':
      return settleWith(ctx, { ...booking, receipt }, decision)
    case 'credit':
      return creditLate(ctx, { ...booking, receipt }, decision)
    default:
      return decision satisfies never
  }
}

/** Settles the payment. Money above the bound is not part of the quote, so it is credited to the balance separately. */
async function settleWith(ctx: WorkerCtx, booking: Booking, decision: Settle): Promise<Effect> {
  const { locked, account, receipt, isStored, audience } = booking
  const pegged = pegOf(account)
  const above = excessPart(receipt, pegged, decision.aboveMinor)
  const storedReceipt = above
    ? { ...receipt, units: receipt.units - above.units, valueMinor: receipt.valueMinor - above.valueMinor }
    : receipt
  const { payment } = locked
  // Without a fresh rate, the rate of the quote applies.
  const rate = (above && (await findRate(ctx))) ?? { id: payment.rateId, ngnPerUsdE8: payment.ngnPerUsdE8 }
  const credited = above && { minor: above.valueMinor, micros: microsOf(above.units, pegged, rate.ngnPerUsdE8) }
  const spent = { receipts: [...locked.held, storedReceipt], reference: account.reference, above: credited }
  const details = { fresh: isStored ? null : receipt, audience, receivedFunds: receivedWith(booking) }
  const surplusMinor = decision.surplusMinor + decision.aboveMinor - (above?.valueMinor ?? 0n)
  const { messages, postings } = await settlePayment(
    ctx.db,
    locked,
    { ...decision, ...spent, ...details, surplusMinor },
    ctx.now(),
  )
  if (!above) return { messages, postings }
  return { messages, postings: [...postings, excessPosting(payment, { receipt, above, pegged, rate })] }
}

/** The receipts of the payment if this is the only one; undefined if they must be read. */
function receivedWith({ locked, account, receipt }: Booking): ReceivedFunds[] | undefined {
  return locked.held.length === 0 ? [toReceivedFunds({ ...receipt, outcome: 'SETTLED' }, account)] : undefined
}

async function holdReceipt(
  { db, now }: WorkerCtx,
  { payment, held }: LockedPayment,
  receipt: ReceiptRow,
): Promise<Effect> {
  await db.update(paymentReceipts).set({ outcome: 'HELD' }).where(eq(paymentReceipts.id, receipt.id))
  const receivedMinor = [...held, receipt].reduce((sum, { valueMinor }) => sum + valueMinor, 0n)
  await db.update(payments).set({ receivedMinor, updatedAt: now() }).where(eq(payments.id, payment.id))
  return { messages: 0, postings: [] }
}

/**
 * Credits the receipt at the current rate; with `closes`, also those that wait. Without a rate it goes to suspense, and
 * an operator credits it later.
 */
async function creditLate(
  ctx: WorkerCtx,
  booking: Booking,
  { closes, exceptions }: { closes: boolean; exceptions: PaymentException[] },
): Promise<Effect> {
  const { locked, account, receipt } = booking
  const { payment, held } = locked
  const rate = await findRate(ctx)
  if (!rate) return suspend(ctx, booking, exceptions)
  await flagPayment(ctx, payment, exceptions, closes)
  const postings: Posting[] = []
  for (const row of closes ? [...held, receipt] : [receipt]) {
    const pegged = row.id === receipt.id ? pegOf(account) : await peggedOfReceipt(ctx.db, row)
    const reason = `${payment.paymentRef}: ${exceptions.map((exception) => EXCEPTION_WORDS[exception]).join(', ')}`
    const request = { businessId: payment.businessId, receipt: row, pegged, rate, exceptions, reason }
    postings.push(await creditReceipt(ctx.db, { ...request, createdBy: 'system:settlement' }, ctx.now()))
  }
  const notices = [{ paymentId: payment.id, kind: 'payment.exception' as const, sourceId: receipt.id }]
  const failed = closes ? [{ paymentId: payment.id, kind: 'payment.failed' as const }] : []
  const messages = await publishPaymentEvents(ctx.db, [...failed, ...notices], ctx.now())
  const receiptIds = closes ? [...held.map(({ id }) => id), receipt.id] : [receipt.id]
  const mails = await mailException(ctx, { receiptIds, happened: exceptionCauseOf(exceptions) })
  return { messages: messages + mails, postings }
}

async function suspend(ctx: WorkerCtx, { locked, receipt }: Booking, exceptions: PaymentException[]): Promise<Effect> {
  const { payment } = locked
  await ctx.db.update(paymentReceipts).set({ exceptions }).where(eq(paymentReceipts.id, receipt.id))
  await flagPayment(ctx, payment, exceptions, false)
  const notices = [{ paymentId: payment.id, kind: 'payment.exception' as const, sourceId: receipt.id }]
  const messages = await publishPaymentEvents(ctx.db, notices, ctx.now())
  const happened = exceptions.length > 0 ? 'unpriced' : 'currency'
  return { messages: messages + (await mailException(ctx, { receiptIds: [receipt.id], happened })), postings: [] }
}

async function flagPayment(
  { db, now }: WorkerCtx,
  payment: LockedPayment['payment'],
  exceptions: readonly PaymentException[],
  closes: boolean,
): Promise<void> {
  const all = [...new Set([...payment.exceptions, ...exceptions])]
  const closed = closes ? { status: 'FAILED' as const, closedAt: now() } : {}
  await db
    .update(payments)
    .set({ exceptions: all, updatedAt: now(), ...closed })
    .where(eq(payments.id, payment.id))
  if (closes) await dropPending(db, { businessId: payment.businessId, ids: [payment.subscriptionId], to: 'CANCELED' })
}

type Quoted = Pick<
  PaymentRow,
  'purpose' | 'basisSubscriptionId' | 'basisVersion' | 'planId' | 'billingCycle' | 'creditMinor'
>

/** Compares the running subscription with the one at the time of the quote. A top-up does not depend on one. */
function basisOf(payment: Quoted, running: Running | null): QuoteBasis {
  if (payment.purpose === 'WALLET_TOPUP') return 'same'
  const isSame =
    payment.basisSubscriptionId === (running?.subscriptionId ?? null) &&
    payment.basisVersion === (running?.version ?? null)
  if (isSame) return 'same'
  const isSamePlan = running?.planId === payment.planId && running?.cycle === payment.billingCycle
  // A credit was for the plan of that time; with it the payment is below the full price.
  return isSamePlan && payment.creditMinor === 0n ? 'renewable' : 'changed'
}
