import type { plans, products, subscriptions } from '@/db/schema'
import type { CycleOffer, PlanOffer, ProductOffer, RunningPlan } from '@/schemas/payments/quotes/contract'
import { formatAmount } from '@/server/money/amount'
import { type NgnPerUsdE8, usdOfKoboUp } from '@/server/money/fx'
import { divideUp } from '@/server/money/rounding'
import { formatUsd } from '@/server/money/usd'
import type { BillingCycle } from '@/server/subscriptions/period'
import { graceEnd, phaseOf } from '@/server/subscriptions/phase'
import type { Running } from '@/server/subscriptions/running'
import { toRunning } from '@/server/subscriptions/to-running'
import { planPriceMinor, priceSubscription } from './price-quote'

type PlanRow = typeof plans.$inferSelect
type Subscription = typeof subscriptions.$inferSelect

type Rows = {
  product: typeof products.$inferSelect
  plans: readonly PlanRow[]
  subscription: Subscription | null
  openPayment: { id: string; planId: number | null; expiryAt: Date } | null
}
/** The rate and the time of the prices; without a rate, no dollars are shown. */
type Pricing = { rate: NgnPerUsdE8 | null; now: Date }

const KOBO = 2
const RATE_DECIMALS = 8
const MICROS_PER_CENT = 10_000n
/** The price in naira does not depend on the rate. */
const ANY_RATE = 1n

/** A product with its plans as the project could buy them now, cheapest first. */
export function toProductOffer({ product, plans, subscription, openPayment }: Rows, pricing: Pricing): ProductOffer {
  const running = subscription && toRunning(subscription)
  const isOpen = openPayment !== null && openPayment.expiryAt > pricing.now
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    running: subscription && toRunningPlan(subscription, plans, pricing.now),
    openPayment: isOpen ? { id: openPayment.id, planId: openPayment.planId } : null,
    plans: plans
      .filter(({ id, isActive }) => isActive || id === running?.planId)
      .map((plan) => toPlanOffer(plan, running, pricing)),
  }
}

function toRunningPlan(row: Subscription, plans: readonly PlanRow[], now: Date): RunningPlan | null {
  if (row.status === 'PENDING') return null
  const phase = phaseOf({ ...row, status: row.status }, now)
  if (phase === 'CANCELED' || phase === 'EXPIRED') return null
  return {
    subscriptionId: row.id,
    planId: row.planId,
    planName: plans.find(({ id }) => id === row.planId)?.name ?? '',
    billingCycle: row.billingCycle,
    phase,
    isPaid: row.priceMinor > 0n,
    autoRenew: row.autoRenew,
    startDate: row.startDate.toISOString(),
    endDate: row.endDate.toISOString(),
    graceEndDate: graceEnd(row.endDate).toISOString(),
  }
}

function toPlanOffer(plan: PlanRow, running: Running | null, pricing: Pricing): PlanOffer {
  const { id, name, description, isActive, capabilities, planQuotas, rateLimits, sponsoredDailyMicros } = plan
  return {
    id,
    name,
    description,
    isActive,
    capabilities,
    quotas: planQuotas.map((quota) => ({ name: quota.name, limit: quota.limit })),
    readPerMinute: rateLimits.readPerMinute,
    writePerMinute: rateLimits.writePerMinute,
    sponsoredDailyUsd: formatUsd(sponsoredDailyMicros),
    yearlyMonths: plan.yearlyMonths,
    cycles: {
      MONTHLY: toCycleOffer(plan, { cycle: 'MONTHLY', running }, pricing),
      YEARLY: toCycleOffer(plan, { cycle: 'YEARLY', running }, pricing),
    },
  }
}

function toCycleOffer(
  plan: PlanRow,
  { cycle, running }: { cycle: BillingCycle; running: Running | null },
  { rate, now }: Pricing,
): CycleOffer {
  const terms = { ...plan, planId: plan.id }
  const fullPriceMinor = planPriceMinor(terms, cycle)
  const quote = priceSubscription({ plan: terms, cycle, running, now, rate: rate ?? ANY_RATE })
  return {
    fullPriceNgn: formatAmount(fullPriceMinor, KOBO),
    fullPriceUsd: rate === null ? null : formatUsd(centsUp(usdOfKoboUp(fullPriceMinor, rate))),
    outcome: quote.kind === 'refused' ? quote.reason : quote.kind,
    creditNgn: formatAmount(quote.kind === 'payable' ? quote.creditMinor : 0n, KOBO),
  }
}

/** Naira for one dollar, as text. */
export function toRateText(ngnPerUsdE8: NgnPerUsdE8): string {
  return formatAmount(ngnPerUsdE8, RATE_DECIMALS)
}

/** Rounds up to cents, for a displayed price; the charge is exact. */
function centsUp(micros: bigint): bigint {
  return divideUp(micros, MICROS_PER_CENT) * MICROS_PER_CENT
}
