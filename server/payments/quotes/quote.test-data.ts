import fc from 'fast-check'
import { type BillingCycle, newPeriod } from '@/server/subscriptions/period'
import type { Running } from '@/server/subscriptions/running'
import type { PayableQuote, PlanTerms, PricedQuote } from './price-quote'

/** 1,550 naira a dollar. */
export const RATE = 1_550_00000000n
export const JAN_1 = new Date('2027-01-01T00:00:00Z')
export const FEB_1 = new Date('2027-02-01T00:00:00Z')

const TERMS = { productId: 1, yearlyMonths: 10, proration: 'PRORATE' } as const
export const FREE: PlanTerms = { ...TERMS, planId: 1, priceMonthlyMinor: 0n }
export const GROWTH: PlanTerms = { ...TERMS, planId: 2, priceMonthlyMinor: 3_000_000n }
export const SCALE: PlanTerms = { ...TERMS, planId: 3, priceMonthlyMinor: 5_000_000n }

/** A monthly Growth plan, paid on the first of January. */
export const ON_GROWTH: Running = {
  subscriptionId: '01990000-0000-7000-8000-000000000001',
  version: 1,
  planId: GROWTH.planId,
  cycle: 'MONTHLY',
  status: 'ACTIVE',
  priceMinor: GROWTH.priceMonthlyMinor,
  start: JAN_1,
  end: FEB_1,
  anchorDay: 1,
  ahead: [],
}

/** The running plan after a quote for a new period is paid. */
export function runningAfter(quote: PayableQuote, { plan, cycle }: { plan: PlanTerms; cycle: BillingCycle }): Running {
  if (quote.period === null) throw new Error('a top-up starts no period')
  const { planId } = plan
  return { ...ON_GROWTH, planId, cycle, ...quote.period, priceMinor: quote.fullPriceMinor, ahead: [] }
}

/** The quote as a payable one; throws if it is not. */
export function paid(quote: PricedQuote): PayableQuote & { period: NonNullable<PayableQuote['period']> } {
  if (quote.kind !== 'payable' || quote.period === null) throw new Error(`the quote is ${quote.kind}`)
  return { ...quote, period: quote.period }
}

export const anyCycle = fc.constantFrom('MONTHLY' as const, 'YEARLY' as const)
export const anyRate = fc.bigInt({ min: 1n, max: 10n ** 14n })
export const anyMoment = fc.date({ min: JAN_1, max: new Date('2150-01-01T00:00:00Z'), noInvalidDate: true })

/** Plans of one product, some at the same price. */
export const anyPlan = fc.record({
  planId: fc.integer({ min: 1, max: 4 }),
  productId: fc.constant(1),
  priceMonthlyMinor: fc.oneof(fc.bigInt({ min: 1n, max: 9n }), fc.bigInt({ min: 1n, max: 10n ** 14n })),
  yearlyMonths: fc.integer({ min: 1, max: 12 }),
  proration: fc.constant('PRORATE' as const),
})

/** A paid subscription whose first period began at any time. */
export const anyRunning = fc
  .record({
    plan: anyPlan,
    cycle: anyCycle,
    start: anyMoment,
    ahead: fc.nat(3),
    price: fc.bigInt({ min: 0n, max: 10n ** 15n }),
  })
  .map(({ plan, cycle, start, ahead, price }): Running => {
    const first = newPeriod(start, cycle)
    const running = { ...ON_GROWTH, planId: plan.planId, cycle, ...first, priceMinor: price }
    const periods = [{ start: first.start, end: first.end, priceMinor: price }]
    for (let left = ahead; left > 0; left--) {
      const last = periods.at(-1)?.end ?? first.end
      const { end } = newPeriod(last, cycle)
      periods.push({ start: last, end, priceMinor: price + BigInt(left) })
    }
    return { ...running, ahead: periods.slice(1) }
  })
