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
  /** Months that a year costs. */
  yearlyMonths: number
  proration: Proration
}

export type PayableQuote = {
  kind: 'payable'
  change: PaymentChange
  /** The charge: kobo, and micro-dollars at the rate of the quote. Never zero. */
  amountMinor: bigint
  amountUsdMicros: bigint
  /** The unused value that is taken off the full price. */
  creditMinor: bigint
  /**
   * The value of the period, from which its unused part is credited later: the price without the credit. Zero for a
   * top-up.
   */
  fullPriceMinor: bigint
  /** Null for a top-up. */
  period: Period | null
}

export type PricedQuote =
  /** Activated at once, without money. */
  { kind: 'free'; period: Period } | { kind: 'refused'; reason: 'downgrade' | 'paid_plan_runs' } | PayableQuote

type PriceRequest = {
  plan: PlanTerms
  cycle: BillingCycle
  /** The running subscription of the same product; null where there is none. */
  running: Running | null
  now: Date
  rate: NgnPerUsdE8
}

/** A top-up of the balance by exactly this amount in dollars. */
export function priceTopUp(amountUsdMicros: bigint, rate: NgnPerUsdE8): PayableQuote {
  if (amountUsdMicros <= 0n) throw new Error('a top-up is more than nothing')
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
 * Prices the move of a project to a plan (spec 4.6, rules 1 and 4 to 7): free, payable or refused. This is the only
 * place that decides it: previews and payments use it alike.
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
  // Also where nothing is credited: the rest of the running plan is worth at least the price of the new one.
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
