import { and, eq, sql } from 'drizzle-orm'
import { type Database, prepareStatement } from '@/db/client'
import { newId } from '@/db/new-id'
import { paymentReceipts, payments } from '@/db/schema'
import type { PaymentException } from '@/schemas/payments/words'
import { faultPoint } from '@/server/fault-point'
import type { Posting } from '@/server/ledger/post-journals'
import { usdOfKoboDown } from '@/server/money/fx'
import { mailSettled } from '@/server/payments/mails/mail-settled'
import type { Audience } from '@/server/payments/mails/read-audience'
import { type ReceivedFunds, topUpSummary } from '@/server/payments/mails/read-summary'
import { paymentEvent } from '@/server/payments/publish-payment-events'
import { activateSubscription } from '@/server/subscriptions/activate-subscription'
import { dropPending } from '@/server/subscriptions/drop-pending'
import { renewSubscription } from '@/server/subscriptions/renew-subscription'
import { renewalPeriod } from '@/server/subscriptions/running'
import { findListeners } from '@/server/webhooks/destinations/find-listeners'
import { toEndpointMessages } from '@/server/webhooks/destinations/publish-events'
import { enqueueMessages } from '@/server/webhooks/enqueue-messages'
import type { LockedPayment, PaymentRow, ReceiptRow } from './lock-payment'
import { applyLegs } from './money-legs'
import { storeNew } from './store-receipt'

type Settlement = {
  /** The receipts that pay for it: those that waited, and the new one. */
  receipts: readonly ReceiptRow[]
  /** The reference of the receipt that completed the payment. */
  reference: string
  surplusMinor: bigint
  /** The part above the bound of the quoted rate, which the caller credits. */
  above: { minor: bigint; micros: bigint } | null
  isRenewal: boolean
  exceptions: readonly PaymentException[]
  /** The receipt that is not stored yet; null if all are. */
  fresh: ReceiptRow | null
  /** Present if the caller has read it; otherwise it is read here. */
  audience?: Audience | undefined
  receivedFunds?: readonly ReceivedFunds[] | undefined
}

type Effect = { messages: number; postings: Posting[] }

/** Settles a payment and begins its purchase, once. The caller posts the journals, after all row locks. */
export async function settlePayment(
  db: Database,
  { payment, projectName, running }: LockedPayment,
  settlement: Settlement,
  now: Date,
): Promise<Effect> {
  const { receipts, surplusMinor } = settlement
  const { id, businessId, purpose, amountMinor, amountUsdMicros, creditMinor } = payment
  const surplusMicros = usdOfKoboDown(surplusMinor, payment.ngnPerUsdE8)
  const { minor = 0n, micros = 0n } = settlement.above ?? {}
  const surplus = { minor: surplusMinor + minor, micros: surplusMicros + micros }
  const paid = toPaid({ payment, running }, settlement, now)
  const [, messages] = await Promise.all([
    markPaid(db, paid, settlement),
    // For a top-up, its first statements share the round trip of the update.
    beginPeriod(db, { payment, running, isRenewal: settlement.isRenewal }, now).then(async (begun) => {
      faultPoint('settle-after-subscription')
      return begun + (await publishSettled(db, { paid, projectName, surplus, settlement }, now))
    }),
  ])
  const bought = { businessId, purpose, amountMinor, amountUsdMicros, creditMinor, surplusMinor, surplusMicros }
  const journal = {
    id: newId(),
    businessId,
    kind: 'apply',
    reference: { type: 'payment', id },
    rateId: payment.rateId,
    reason: `${payment.paymentRef} is paid`,
    createdBy: 'system:settlement',
  } as const
  return { messages, postings: [{ journal, legs: applyLegs(receipts, bought) }] }
}

/** The locked row as the update leaves it, so that it need not be read again. */
function toPaid(
  { payment, running }: Pick<LockedPayment, 'payment' | 'running'>,
  settlement: Settlement,
  now: Date,
): PaymentRow {
  const { receipts, reference, exceptions, above } = settlement
  const isRenewal = running !== null && (settlement.isRenewal || payment.change === 'RENEWAL')
  return {
    ...payment,
    status: 'SUCCESS',
    providerId: receipts.at(-1)?.provider ?? null,
    reference,
    exceptions: [...new Set([...payment.exceptions, ...exceptions])],
    receivedMinor: receipts.reduce((sum, { valueMinor }) => sum + valueMinor, above?.minor ?? 0n),
    aboveMinor: above?.minor ?? 0n,
    aboveMicros: above?.micros ?? 0n,
    subscriptionId: isRenewal ? running.subscriptionId : payment.subscriptionId,
    settledAt: now,
    updatedAt: now,
  }
}

type Settling =
  | 'providerId'
  | 'reference'
  | 'exceptions'
  | 'receivedMinor'
  | 'aboveMinor'
  | 'aboveMicros'
  | 'subscriptionId'
  | 'settledAt'
  | 'updatedAt'

/** A placeholder for the new value of a column, encoded like the column. */
const given = (key: Settling) => sql`${sql.param(sql.placeholder(key), payments[key])}`

const settleReceipt = prepareStatement((db) =>
  db
    .update(paymentReceipts)
    .set({ outcome: 'SETTLED', updatedAt: sql`${sql.param(sql.placeholder('now'), paymentReceipts.updatedAt)}` })
    .where(eq(paymentReceipts.id, sql.placeholder('id')))
    .prepare('settle-receipt'),
)

const settleRow = prepareStatement((db) =>
  db
    .update(payments)
    .set({
      status: 'SUCCESS',
      providerId: given('providerId'),
      reference: given('reference'),
      exceptions: given('exceptions'),
      receivedMinor: given('receivedMinor'),
      aboveMinor: given('aboveMinor'),
      aboveMicros: given('aboveMicros'),
      subscriptionId: given('subscriptionId'),
      settledAt: given('settledAt'),
      updatedAt: given('updatedAt'),
    })
    .where(and(eq(payments.id, sql.placeholder('id')), eq(payments.status, 'PENDING')))
    .returning({ id: payments.id })
    .prepare('settle-payment'),
)

async function markPaid(db: Database, paid: PaymentRow, { receipts, fresh }: Settlement): Promise<void> {
  const now = paid.updatedAt
  const ended = receipts.map(({ id }) =>
    id === fresh?.id ? storeNew(db, { ...fresh, outcome: 'SETTLED', updatedAt: now }) : settleReceipt(db, { id, now }),
  )
  faultPoint('settle-after-receipts')
  const settled = settleRow(db, paid)
  faultPoint('settle-after-payment')
  const [rows] = await Promise.all([settled, ...ended])
  if (rows.length !== 1) throw new Error(`payment ${paid.id} changed under its lock`)
}

type SettledPayment = {
  paid: PaymentRow
  projectName: string
  surplus: { minor: bigint; micros: bigint }
  settlement: Settlement
}

/**
 * Queues the emails and events of a settled payment. Listeners are read in one round trip with what the emails need.
 * Events are queued after the emails, so that a failing email cannot roll them back. Returns the number of messages.
 */
async function publishSettled(
  db: Database,
  { paid, projectName, surplus, settlement }: SettledPayment,
  now: Date,
): Promise<number> {
  const { audience, receivedFunds } = settlement
  const summary = paid.purpose === 'WALLET_TOPUP' ? topUpSummary(paid, projectName) : undefined
  const details = { owners: audience?.owners, summary, receivedFunds }
  const [listeners, mails] = await Promise.all([
    audience?.listeners ?? findListeners(db, [{ businessId: paid.businessId, projectId: paid.projectId }]),
    mailSettled({ db, now: () => now }, { payment: paid, surplus, known: details }),
  ])
  const isFlagged = settlement.exceptions.length > 0
  const outgoing = [
    paymentEvent(paid, { kind: 'payment.settled' }, now),
    ...(isFlagged ? [paymentEvent(paid, { kind: 'payment.exception', sourceId: newId() }, now)] : []),
  ]
  const events = await enqueueMessages(db, await toEndpointMessages(db, listeners, outgoing), now)
  faultPoint('settle-after-publish')
  return events + mails
}

type Begin = { payment: PaymentRow; running: LockedPayment['running']; isRenewal: boolean }

/** Begins the period that a subscription payment buys. */
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
