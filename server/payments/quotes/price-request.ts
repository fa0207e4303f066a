import { and, eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { plans } from '@/db/schema'
import type { Rate } from '@/schemas/fx/contract'
import type { SubscribeBody } from '@/schemas/payments/contract'
import { refusal } from '@/server/errors'
import { requireRate } from '@/server/fx/require-rate'
import type { Period } from '@/server/subscriptions/period'
import type { Running } from '@/server/subscriptions/running'
import { type PayableQuote, priceSubscription, priceTopUp } from './price-quote'

type Asking = { db: Database; now: () => Date }
type SubscriptionRequest = Extract<SubscribeBody, { purpose: 'SUBSCRIPTION' }>
type RequestedPlan = { id: number; productId: number }

/** The price of a purchase. A `free` one begins at once and needs no rate. */
export type PricedRequest =
  | { kind: 'free'; plan: RequestedPlan; period: Period }
  | { kind: 'payable'; plan: RequestedPlan | null; quote: PayableQuote; rate: Rate }

type FindRunning = (productId: number) => Promise<Running | null>

/** The price of a free plan is zero at any rate. */
const NO_RATE = 1n

/**
 * Prices a purchase. Throws unavailable without a rate, not_found for an unknown plan, failed if the plan cannot be
 * bought now.
 */
export async function priceRequest(
  ctx: Asking,
  request: SubscribeBody,
  findRunning: FindRunning,
): Promise<PricedRequest> {
  if (request.purpose === 'SUBSCRIPTION') return pricePlan(ctx, request, findRunning)
  const rate = await requireRate(ctx)
  return { kind: 'payable', plan: null, quote: priceTopUp(request.amountUsd, rate.ngnPerUsdE8), rate }
}

async function pricePlan(ctx: Asking, request: SubscriptionRequest, findRunning: FindRunning): Promise<PricedRequest> {
  const plan = await requirePlan(ctx.db, request.planId)
  const running = await findRunning(plan.productId)
  const rate = plan.priceMonthlyMinor === 0n ? null : await requireRate(ctx)
  const quote = priceSubscription({
    plan: { ...plan, planId: plan.id },
    cycle: request.billingCycle,
    running,
    now: ctx.now(),
    rate: rate?.ngnPerUsdE8 ?? NO_RATE,
  })
  if (quote.kind === 'refused') {
    const isDowngrade = quote.reason === 'downgrade'
    throw refusal(isDowngrade ? 'downgrade_refused' : 'paid_plan_runs', { param: 'planId' })
  }
  if (quote.kind === 'free') return { kind: 'free', plan, period: quote.period }
  if (!rate) throw new Error('a payable plan has no price')
  return { kind: 'payable', plan, quote, rate }
}

async function requirePlan(db: Database, planId: number) {
  const [plan] = await db
    .select()
    .from(plans)
    .where(and(eq(plans.id, planId), eq(plans.isActive, true)))
  if (!plan) throw refusal('plan_not_found', { param: 'planId' })
  return plan
}
