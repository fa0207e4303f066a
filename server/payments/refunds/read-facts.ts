import { and, eq, gt, inArray, ne, sum } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { paymentRefunds, payments, subscriptions } from '@/db/schema'
import type { RefundTarget } from '@/schemas/payments/words'
import { usdOfKoboDown } from '@/server/money/fx'
import type { PaymentRow } from '@/server/payments/settlement/lock-payment'
import { RUNNING_STATES } from '@/server/subscriptions/transitions'
import type { LockedReceipt } from './lock-receipt'
import type { Parts, RefundFacts } from './plan-refund'

type FactsRequest = { to: RefundTarget; units: bigint; now: Date }

/** The states in which a refund has taken its money. */
const TAKEN = ['PROCESSING', 'NEEDS_DETAILS', 'DONE'] as const

/** The facts that `planRefund` decides with. The receipt must be locked. */
export async function readFacts(
  db: Database,
  { receipt, locked }: LockedReceipt,
  request: FactsRequest,
): Promise<RefundFacts> {
  const { outcome, units, creditedMicros } = receipt
  const isSettled = outcome === 'SETTLED' && locked !== null
  const isOfSameSource = isSettled
    ? and(eq(paymentRefunds.paymentId, locked.payment.id), eq(paymentRefunds.source, 'SETTLED'))
    : and(eq(paymentRefunds.receiptId, receipt.id), eq(paymentRefunds.source, 'CREDITED'))
  const [taken] = await db
    .select({
      revenueMinor: sum(paymentRefunds.revenueMinor),
      balanceMinor: sum(paymentRefunds.balanceMinor),
      balanceMicros: sum(paymentRefunds.balanceMicros),
    })
    .from(paymentRefunds)
    .where(and(isOfSameSource, inArray(paymentRefunds.state, TAKEN)))
  const before: Parts = {
    revenueMinor: BigInt(taken?.revenueMinor ?? 0),
    balanceMinor: BigInt(taken?.balanceMinor ?? 0),
    balanceMicros: BigInt(taken?.balanceMicros ?? 0),
  }
  return {
    to: request.to,
    units: request.units,
    receipt: { outcome, units, creditedMicros },
    payment: locked && (await readPayment(db, locked.payment, request.now)),
    before,
  }
}

async function readPayment(db: Database, payment: PaymentRow, now: Date): Promise<RefundFacts['payment']> {
  const { purpose, status, amountMinor, amountUsdMicros, receivedMinor, ngnPerUsdE8, aboveMinor, aboveMicros } = payment
  // The part that was credited at the quoted rate.
  const boundMinor = receivedMinor - aboveMinor
  const surplusMinor = boundMinor > amountMinor ? boundMinor - amountMinor : 0n
  return {
    purpose,
    status,
    amountMinor,
    amountUsdMicros,
    receivedMinor,
    surplusMicros: usdOfKoboDown(surplusMinor, ngnPerUsdE8) + aboveMicros,
    creditGivenMinor: await readCreditGiven(db, payment),
    isRenewedAhead: await isRenewedAhead(db, payment, now),
  }
}

async function readCreditGiven(
  db: Database,
  { id, businessId, projectId, subscriptionId }: PaymentRow,
): Promise<bigint> {
  if (subscriptionId === null) return 0n
  const [given] = await db
    .select({ creditMinor: sum(payments.creditMinor) })
    .from(payments)
    .where(
      and(
        eq(payments.businessId, businessId),
        eq(payments.projectId, projectId),
        eq(payments.basisSubscriptionId, subscriptionId),
        inArray(payments.status, ['SUCCESS', 'REFUNDED']),
        ne(payments.id, id),
        gt(payments.creditMinor, 0n),
      ),
    )
  return BigInt(given?.creditMinor ?? 0)
}

async function isRenewedAhead(db: Database, payment: PaymentRow, now: Date): Promise<boolean> {
  const { subscriptionId, paymentRef, periodEnd } = payment
  if (subscriptionId === null || periodEnd === null || periodEnd <= now) return false
  const [later] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.id, subscriptionId),
        ne(subscriptions.paymentRef, paymentRef),
        inArray(subscriptions.status, RUNNING_STATES),
      ),
    )
  return later !== undefined
}
