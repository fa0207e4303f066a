import type { PaymentChange } from '@/schemas/payments/words'
import type { Proration } from '@/schemas/plans/words'
import { unitsDown } from '@/server/money/fraction'
import { koboOfUsdUp, type NgnPerUsdE8, usdOfKoboUp } from '@/server/money/fx'
import { type BillingCycle, newPeriod, type Period } from '@/server/subscriptions/period'
import { type Running, renewalPeriod, unusedValue } from '@/server/subscriptions/running'

/** The current price of a plan. */
export type PlanTerms = {
  planId: number
  productId: number
  priceMonthlyMinor: bigint
  /** The number of monthly prices that a year costs. */
  yearlyMonths: number
  proration: Proration
}

export type PayableQuote = {
  kind: 'payable'
  change: PaymentChange
  /** The charge in kobo, and in micro-dollars at the rate of the quote. Never zero. */
  amountMinor: bigint
  amountUsdMicros: bigint
  /** The credit for unused time, in kobo, which reduces the full price. */
  creditMinor: bigint
  /**
   * The price of the period without the credit, in kobo. A later change of plan credits its unused part. Zero for a
   * top-up.
   */
  fullPriceMinor: bigint
  /** Null for a top-up. */
  period: Period | null
}

export type PricedQuote =
  /** Activated at once, without a payment. */
  { kind: 'free'; period: Period } | { kind: 'refused'; reason: 'downgrade' | 'paid_plan_runs' } | PayableQuote

type PriceRequest = {
  plan: PlanTerms
  cycle: BillingCycle
  /** The running subscription of the product; null if none runs. */
  running: Running | null
  now: Date
  rate: NgnPerUsdE8
}

/** The price of a top-up that credits exactly this amount of micro-dollars. */
export function priceTopUp(amountUsdMicros: bigint, rate: NgnPerUsdE8): PayableQuote {
  if (amountUsdMicros <= 0n) throw new Error('a top-up must be positive')
  const amountMinor = koboOfUsdUp(amountUsdMicros, rate)
  return {
    kind: 'payable',
    change: 'TOPUP',
    amountMinor,
    amountUsdMicros,
    creditMinor: 0n,
    fullPriceMinor: 0n,
    period: null,
  }
}

/** The full price of a plan for a cycle, in kobo. */
export function planPriceMinor({ priceMonthlyMinor, yearlyMonths }: PlanTerms, cycle: BillingCycle): bigint {
  return cycle === 'YEARLY' ? priceMonthlyMinor * BigInt(yearlyMonths) : priceMonthlyMinor
}

/**
 * Prices a project's change to a plan (spec 4.6, rules 1 and 4 to 7): free, payable or refused. Previews and payments
 * both use it, and nothing else decides it.
 */
export function priceSubscription({ plan, cycle, running, now, rate }: PriceRequest): PricedQuote {
  const fullPriceMinor = planPriceMinor(plan, cycle)
  const unusedMinor = running === null ? 0n : unitsDown(unusedValue(running, now))
  if (fullPriceMinor === 0n) {
    return unusedMinor > 0n
      ? { kind: 'refused', reason: 'paid_plan_runs' }
      : { kind: 'free', period: newPeriod(now, cycle) }
  }
  const change = changeOf({ plan, cycle, running })
  if (running !== null && change === 'RENEWAL') {
    return payable({ change, fullPriceMinor, creditMinor: 0n, period: renewalPeriod(running, now), rate })
  }
  // Also without a credit: the rest of the running plan is worth at least the price of the new one.
  if (unusedMinor >= fullPriceMinor) return { kind: 'refused', reason: 'downgrade' }
  const creditMinor = plan.proration === 'RESET' ? 0n : unusedMinor
  return payable({ change, fullPriceMinor, creditMinor, period: newPeriod(now, cycle), rate })
}

function changeOf({ plan, cycle, running }: Pick<PriceRequest, 'plan' | 'cycle' | 'running'>): PaymentChange {
  if (running === null) return 'NEW'
  if (running.planId !== plan.planId) return 'UPGRADE'
  return running.cycle === cycle ? 'RENEWAL' : 'CYCLE'
}

type Priced = Pick<PayableQuote, 'change' | 'fullPriceMinor' | 'creditMinor' | 'period'> & { rate: NgnPerUsdE8 }

function payable({ rate, ...quote }: Priced): PayableQuote {
  const amountMinor = quote.fullPriceMinor - quote.creditMinor
  return { kind: 'payable', ...quote, amountMinor, amountUsdMicros: usdOfKoboUp(amountMinor, rate) }
}
