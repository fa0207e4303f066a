import { expect, test } from 'vitest'
import { GRACE_MS } from '@/schemas/subscriptions/words'
import { expectedUnits } from '@/server/payments/accounts/expected-units'
import { paidPeriodsWith, type Running } from '@/server/subscriptions/running'
import { type PlanTerms, priceSubscription, priceTopUp } from './price-quote'
import { FEB_1, FREE, GROWTH, JAN_1, ON_GROWTH, paid, RATE, SCALE } from './quote.test-data'

const CHANGE_DAY = new Date('2027-01-11T06:00:00Z')

const quote = (plan: PlanTerms, running: Running | null, now: Date, cycle: 'MONTHLY' | 'YEARLY' = 'MONTHLY') =>
  priceSubscription({ plan, cycle, running, now, rate: RATE })

test('rule 1: "A free plan is activated at once"', () => {
  const period = { start: JAN_1, end: FEB_1, anchorDay: 1 }
  expect(quote(FREE, null, JAN_1)).toEqual({ kind: 'free', period })
  expect(quote(FREE, { ...ON_GROWTH, planId: FREE.planId, priceMinor: 0n }, JAN_1)).toEqual({ kind: 'free', period })
})

test('rule 2: "All amounts are priced at one NGN/USD rate"', () => {
  const upgrade = paid(quote(SCALE, ON_GROWTH, CHANGE_DAY))
  expect(upgrade.amountUsdMicros).toBe(19_302_813n)
  const topUp = priceTopUp(25_000_000n, RATE)
  expect(topUp).toMatchObject({ change: 'TOPUP', amountMinor: 3_875_000n, amountUsdMicros: 25_000_000n, period: null })
  expect(priceTopUp(10_000n, RATE).amountMinor).toBe(1_550n)
})

test('rule 3: "cNGN is 1:1 with the naira, so `amountExpected` is the naira amount"', () => {
  const upgrade = paid(quote(SCALE, ON_GROWTH, CHANGE_DAY))
  expect(expectedUnits({ ...upgrade, peg: 'NGN', decimals: 6 })).toBe(29_919_360_000n)
  expect(expectedUnits({ ...upgrade, peg: 'USD', decimals: 6 })).toBe(upgrade.amountUsdMicros)
})

test('rule 4: "the unused value (current plan price times fraction of period remaining) is credited against the new price and only the difference is charged"', () => {
  expect(quote(SCALE, ON_GROWTH, CHANGE_DAY)).toMatchObject({
    kind: 'payable',
    change: 'UPGRADE',
    creditMinor: 2_008_064n,
    amountMinor: 2_991_936n,
    fullPriceMinor: 5_000_000n,
    period: { start: CHANGE_DAY, end: new Date('2027-02-11T06:00:00Z'), anchorDay: 11 },
  })
})

test('a second upgrade in one period credits the value of the first, not its charge', () => {
  const first = paid(quote(SCALE, ON_GROWTH, CHANGE_DAY))
  const running = { ...ON_GROWTH, planId: SCALE.planId, priceMinor: first.fullPriceMinor, ...first.period }
  const dearest = { ...SCALE, planId: 4, priceMonthlyMinor: 9_000_000n }
  expect(quote(dearest, running, CHANGE_DAY)).toMatchObject({ creditMinor: 5_000_000n, amountMinor: 4_000_000n })
})

test('rule 5: "Moving from a free plan: no credit; full price"', () => {
  const free = { ...ON_GROWTH, planId: FREE.planId, priceMinor: 0n }
  expect(quote(GROWTH, free, CHANGE_DAY)).toMatchObject({ creditMinor: 0n, amountMinor: 3_000_000n })
})

test('a plan that an operator gave earns no credit', () => {
  const given = { ...ON_GROWTH, cycle: 'YEARLY' as const, priceMinor: 0n }
  expect(quote(SCALE, given, CHANGE_DAY)).toMatchObject({ change: 'UPGRADE', creditMinor: 0n, amountMinor: 5_000_000n })
})

test('rule 6: "When the credit would cover the whole new price (a downgrade), the request is rejected"', () => {
  const onScale = { ...ON_GROWTH, planId: SCALE.planId, priceMinor: 5_000_000n }
  expect(quote(GROWTH, onScale, JAN_1)).toEqual({ kind: 'refused', reason: 'downgrade' })
  expect(quote({ ...GROWTH, proration: 'RESET' }, onScale, JAN_1)).toEqual({ kind: 'refused', reason: 'downgrade' })
  const equal = { ...SCALE, planId: 4 }
  expect(quote(equal, onScale, JAN_1)).toEqual({ kind: 'refused', reason: 'downgrade' })
  expect(quote(equal, onScale, new Date(JAN_1.getTime() + 1))).toMatchObject({ amountMinor: 1n })
  expect(quote(FREE, onScale, CHANGE_DAY)).toEqual({ kind: 'refused', reason: 'paid_plan_runs' })
})

test('an expired paid plan blocks nothing', () => {
  const pastDue = { ...ON_GROWTH, status: 'PAST_DUE' as const }
  expect(quote(FREE, pastDue, FEB_1)).toMatchObject({ kind: 'free' })
  expect(quote({ ...GROWTH, planId: 9, priceMonthlyMinor: 1n }, pastDue, FEB_1)).toMatchObject({ amountMinor: 1n })
})

test.each([
  ['early: behind what is paid', JAN_1, FEB_1, '2027-03-01T00:00:00Z'],
  [
    'in grace: at the old end, without free days',
    new Date(FEB_1.getTime() + GRACE_MS - 1),
    FEB_1,
    '2027-03-01T00:00:00Z',
  ],
  ['later: from now', new Date(FEB_1.getTime() + GRACE_MS), new Date('2027-02-08T00:00:00Z'), '2027-03-08T00:00:00Z'],
])('rule 7: "Renewal: send the same planId again", %s', (_, now, start, end) => {
  expect(quote(GROWTH, ON_GROWTH, now)).toMatchObject({
    change: 'RENEWAL',
    creditMinor: 0n,
    amountMinor: 3_000_000n,
    period: { start, end: new Date(end) },
  })
})

test('a renewal keeps the day of the month', () => {
  const [end, now] = [new Date('2027-02-28T10:00:00Z'), new Date('2027-02-20T00:00:00Z')]
  const running = { ...ON_GROWTH, start: new Date('2027-01-31T10:00:00Z'), end, anchorDay: 31 }
  expect(paid(quote(GROWTH, running, now)).period).toEqual({
    start: end,
    end: new Date('2027-03-31T10:00:00Z'),
    anchorDay: 31,
  })
})

test('prepaid periods are credited too, each at its price', () => {
  const dear = { start: FEB_1, end: new Date('2027-03-01T00:00:00Z'), priceMinor: 4_000_000n }
  const [current, ...ahead] = paidPeriodsWith(ON_GROWTH, dear, CHANGE_DAY)
  expect(current).toMatchObject({ start: JAN_1, end: FEB_1, priceMinor: 3_000_000n })
  const running = { ...ON_GROWTH, ahead }
  expect(quote({ ...SCALE, priceMonthlyMinor: 9_000_000n }, running, CHANGE_DAY)).toMatchObject({
    creditMinor: 6_008_064n,
  })
  expect(quote(SCALE, running, new Date('2027-02-15T00:00:00Z'))).toMatchObject({ creditMinor: 2_000_000n })
  expect(paidPeriodsWith(running, { ...dear, start: dear.end }, dear.end)).toHaveLength(1)
  expect(paid(quote(GROWTH, running, CHANGE_DAY)).period.start).toEqual(dear.end)
})

test('a year costs as many months as the plan says', () => {
  expect(quote(GROWTH, null, JAN_1, 'YEARLY')).toMatchObject({ change: 'NEW', amountMinor: 30_000_000n })
  expect(quote({ ...GROWTH, yearlyMonths: 12 }, null, JAN_1, 'YEARLY')).toMatchObject({ amountMinor: 36_000_000n })
})

test('changing the same plan to yearly is prorated, and back to monthly is a downgrade', () => {
  const yearly = paid(quote(GROWTH, ON_GROWTH, CHANGE_DAY, 'YEARLY'))
  expect(yearly).toMatchObject({ change: 'CYCLE', creditMinor: 2_008_064n, amountMinor: 27_991_936n })
  expect(yearly.period.end).toEqual(new Date('2028-01-11T06:00:00Z'))
  const running = { ...ON_GROWTH, cycle: 'YEARLY' as const, priceMinor: yearly.fullPriceMinor, ...yearly.period }
  expect(quote(GROWTH, running, CHANGE_DAY)).toEqual({ kind: 'refused', reason: 'downgrade' })
})

test('a plan that resets charges its full price, and starts now', () => {
  expect(quote({ ...SCALE, proration: 'RESET' }, ON_GROWTH, CHANGE_DAY)).toMatchObject({
    change: 'UPGRADE',
    creditMinor: 0n,
    amountMinor: 5_000_000n,
    period: { start: CHANGE_DAY },
  })
})

test('refuses a top-up of zero and a rate of zero', () => {
  expect(() => priceTopUp(0n, RATE)).toThrow('must be positive')
  expect(() => priceTopUp(1n, 0n)).toThrow('a rate is above zero')
})
