import { eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { payments, plans, type subscriptions } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import { findRate } from '@/server/fx/require-rate'
import { postJournal } from '@/server/ledger/post-journals'
import { usdOfKoboUp } from '@/server/money/fx'
import { mailSettled } from '@/server/payments/mails/mail-settled'
import { renewalReference } from '@/server/payments/new-reference'
import { publishPaymentEvents } from '@/server/payments/publish-payment-events'
import { planPriceMinor } from '@/server/payments/quotes/price-quote'
import { chargeLegs } from '@/server/payments/settlement/money-legs'
import { renewSubscription } from '@/server/subscriptions/renew-subscription'
import { type Running, renewalPeriod } from '@/server/subscriptions/running'
import { currentTraceparent } from '@/server/tracing/trace'

export type SubscriptionRow = typeof subscriptions.$inferSelect

/** `later`: there is no rate for the price. `refused`: the balance is too low, or the plan is no longer sold. */
type RenewalOutcome = { kind: 'renewed'; messages: number } | { kind: 'later' } | { kind: 'refused' }

type Due = { row: SubscriptionRow; running: Running }

/**
 * Pays the next period of a locked subscription from the balance, at the plan's price and the current rate. A free plan
 * renews without a payment.
 */
export async function chargeRenewal(ctx: WorkerCtx, { row, running }: Due): Promise<RenewalOutcome> {
  const { db, now } = ctx
  const plan = await findPlanOnSale(db, row.planId)
  if (!plan) return { kind: 'refused' }
  const amountMinor = planPriceMinor({ ...plan, planId: plan.id }, row.billingCycle)
  const period = { ...renewalPeriod(running, now()), priceMinor: amountMinor }
  if (amountMinor === 0n) {
    return { kind: 'renewed', messages: await renewSubscription(db, { running, period, paymentRef: '' }, now()) }
  }
  const rate = await findRate(ctx)
  if (!rate) return { kind: 'later' }
  const [id, paymentRef] = [newId(), await renewalReference(row.id, { version: row.version, start: period.start })]
  const amountUsdMicros = usdOfKoboUp(amountMinor, rate.ngnPerUsdE8)
  const { businessId, projectId, productId, planId, billingCycle } = row
  const bought = { businessId, purpose: 'SUBSCRIPTION', amountMinor, amountUsdMicros, creditMinor: 0n } as const
  const journal = {
    id: newId(),
    businessId,
    kind: 'apply',
    reference: { type: 'payment', id },
    rateId: rate.id,
    reason: `${paymentRef} is paid from the balance`,
    createdBy: 'system:renewals',
  } as const
  const legs = chargeLegs({ ...bought, surplusMinor: 0n, surplusMicros: 0n })
  const messages = await renewSubscription(db, { running, period, paymentRef }, now())
  faultPoint('renew-after-subscription')
  await db.insert(payments).values({
    ...{ id, businessId, projectId, purpose: 'SUBSCRIPTION', status: 'SUCCESS', change: 'RENEWAL', amountMinor },
    ...{ amountUsdMicros, subscriptionId: row.id, planId, productId, billingCycle, providerId: 'balance' },
    ...{ paymentRef, reference: paymentRef, rateId: rate.id, ngnPerUsdE8: rate.ngnPerUsdE8, description: 'Renewal' },
    ...{ basisSubscriptionId: row.id, basisVersion: row.version, periodStart: period.start, periodEnd: period.end },
    ...{ anchorDay: period.anchorDay, receivedMinor: amountMinor, expiryAt: now(), watchUntil: now() },
    ...{ settledAt: now(), createdBy: 'system:renewals', createdAt: now() },
    traceContext: currentTraceparent(),
  })
  faultPoint('renew-after-payment')
  const notices = await publishPaymentEvents(db, [{ paymentId: id, kind: 'payment.settled' }], now())
  const mails = await mailSettled(ctx, { payment: { id, businessId }, surplus: { minor: 0n, micros: 0n } })
  const posted = await postJournal(db, { journal, legs })
  if (!posted.isCovered) throw new InsufficientBalanceError()
  faultPoint('renew-before-commit')
  return { kind: 'renewed', messages: messages + notices + mails }
}

/** The balance is short; the caller must roll back what it wrote. */
export class InsufficientBalanceError extends Error {
  override readonly name = 'InsufficientBalanceError'
}

async function findPlanOnSale(db: Database, planId: number) {
  const [plan] = await db.select().from(plans).where(eq(plans.id, planId))
  return plan?.isActive ? plan : null
}
