import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_COUNTS, type DayCount } from '@/schemas/tokens/words'
import { addFractions, ZERO } from '@/server/money/fraction'
import { propertyRuns } from '@/server/testing/proof'
import { accruedFraction } from './accrued-fraction'
import { couponAmount, couponRate } from './coupon-rate'
import { dayCountFraction } from './day-count'
import { addDays, addMonths, plainDateOf } from './plain-date'
import { MAX_COUPONS, planCoupons, type Schedule } from './plan-coupons'
import { redemptionRate } from './redemption-rate'

const DECIMALS = { tokenDecimals: 8, paymentDecimals: 6 }
const day = fc.integer({ min: 0, max: 40_000 }).map(plainDateOf)
const laterDays = fc
  .tuple(day, fc.integer({ min: 1, max: 4_000 }))
  .map(([start, more]) => [start, addDays(start, more)] as const)
const schedules = fc
  .record({
    start: fc.integer({ min: 15_000, max: 30_000 }),
    first: fc.integer({ min: 1, max: 500 }),
    rest: fc.integer({ min: 0, max: 4_000 }),
    couponInterval: fc.constantFrom(1, 2, 3, 4, 6, 12),
    dayCount: fc.constantFrom(...DAY_COUNTS),
    gracePeriod: fc.integer({ min: 0, max: 30 }),
  })
  .map(
    ({ start, first, rest, ...other }): Schedule => ({
      ...other,
      annualRate: '7.25',
      issueDate: plainDateOf(start),
      firstCouponDate: plainDateOf(start + first),
      maturityDate: plainDateOf(start + first + rest),
    }),
  )

describe('day counts', () => {
  test.each([
    ['2025-01-31', '2025-07-31', 181, 180, 180],
    ['2024-02-29', '2024-08-31', 184, 182, 181],
    ['2026-02-28', '2026-03-31', 31, 33, 32],
  ])('%s to %s: actual, bond basis and eurobond days', (start, end, actual, bond, eurobond) => {
    const numerator = (dayCount: DayCount) => dayCountFraction(dayCount, start, end)
    expect(numerator('ACT_365')).toEqual({ numerator: BigInt(actual), denominator: 365n })
    expect(numerator('ACT_360')).toEqual({ numerator: BigInt(actual), denominator: 360n })
    expect(numerator('30_360')).toEqual({ numerator: BigInt(bond), denominator: 360n })
    expect(numerator('30E_360')).toEqual({ numerator: BigInt(eurobond), denominator: 360n })
  })

  test('actual/actual counts days of leap years over 366', () => {
    // Nov 1 to Mar 2: 61 days of 2023 and 61 of 2024.
    const expected = addFractions({ numerator: 61n, denominator: 365n }, { numerator: 61n, denominator: 366n })
    expect(dayCountFraction('ACT_ACT', '2023-11-01', '2024-03-02')).toEqual(expected)
    expect(dayCountFraction('ACT_ACT', '2024-01-01', '2025-01-01')).toEqual({ numerator: 1n, denominator: 1n })
  })

  test('actual conventions are additive over any split', () => {
    fc.assert(
      fc.property(laterDays, fc.double({ min: 0, max: 1, noNaN: true }), ([start, end], at) => {
        const middle = addDays(start, Math.floor(at * ((Date.parse(end) - Date.parse(start)) / 86_400_000)))
        for (const dayCount of ['ACT_365', 'ACT_360', 'ACT_ACT'] as const) {
          const parts = addFractions(dayCountFraction(dayCount, start, middle), dayCountFraction(dayCount, middle, end))
          const whole = dayCountFraction(dayCount, start, end)
          expect(parts.numerator * whole.denominator).toBe(whole.numerator * parts.denominator)
        }
      }),
      propertyRuns(),
    )
  })
})

describe('schedules', () => {
  const bond: Schedule = {
    issueDate: '2026-11-24',
    firstCouponDate: '2027-01-31',
    maturityDate: '2027-08-15',
    couponInterval: 3,
    dayCount: 'ACT_365',
    annualRate: '12.5',
    gracePeriod: 5,
  }

  test('periods go from the issue to the first coupon, on its day of the month, to maturity', () => {
    expect(
      planCoupons(bond).map(({ periodStart, payDate, recordDate, graceEnd }) => [
        periodStart,
        payDate,
        recordDate,
        graceEnd,
      ]),
    ).toEqual([
      ['2026-11-24', '2027-01-31', '2027-01-30', '2027-02-05'],
      ['2027-01-31', '2027-04-30', '2027-04-29', '2027-05-05'],
      ['2027-04-30', '2027-07-31', '2027-07-30', '2027-08-05'],
      ['2027-07-31', '2027-08-15', '2027-08-14', '2027-08-20'],
    ])
  })

  test.each(DAY_COUNTS)('%s: each coupon counts its own period', (dayCount) => {
    for (const coupon of planCoupons({ ...bond, dayCount }))
      expect(coupon.dayCountFraction).toEqual(dayCountFraction(dayCount, coupon.periodStart, coupon.periodEnd))
  })

  test('a bond that ends with its first coupon has one', () => {
    expect(planCoupons({ ...bond, maturityDate: bond.firstCouponDate })).toHaveLength(1)
  })

  test('refuses more coupons than a hundred years have months', () => {
    expect(() => planCoupons({ ...bond, couponInterval: 1, maturityDate: '2199-01-01' })).toThrow(RangeError)
    expect(planCoupons({ ...bond, couponInterval: 1, maturityDate: '2120-01-01' }).length).toBeLessThan(MAX_COUPONS)
  })

  test('pay dates rise strictly and keep their day of the month for five years', () => {
    for (let anchor = 1; anchor <= 31; anchor += 1) {
      const first = `2027-01-${String(anchor).padStart(2, '0')}`
      const dates = Array.from({ length: 60 }, (_, n) => addMonths(first, n))
      expect([...dates].sort()).toEqual(dates)
      expect(new Set(dates).size).toBe(60)
      for (const date of dates) {
        const last = addDays(addMonths(`${date.slice(0, 8)}01`, 1), -1)
        expect(Number(date.slice(8))).toBe(Math.min(anchor, Number(last.slice(8))))
      }
    }
  })

  test('periods meet without gaps, and their actual days add up to the whole', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const coupons = planCoupons(schedule)
        expect(coupons[0]?.periodStart).toBe(schedule.issueDate)
        expect(coupons.at(-1)?.periodEnd).toBe(schedule.maturityDate)
        for (const [n, { periodStart, periodEnd }] of coupons.entries()) {
          expect(periodStart < periodEnd).toBe(true)
          if (n > 0) expect(periodStart).toBe(coupons[n - 1]?.periodEnd)
        }
        if (schedule.dayCount !== 'ACT_365') return
        const sum = coupons.reduce((all, { dayCountFraction: part }) => addFractions(all, part), ZERO)
        const whole = dayCountFraction('ACT_365', schedule.issueDate, schedule.maturityDate)
        expect(sum.numerator * whole.denominator).toBe(whole.numerator * sum.denominator)
      }),
      propertyRuns(),
    )
  })
})

describe('amounts', () => {
  const rateOf = (fraction: { numerator: bigint; denominator: bigint }) =>
    couponRate({ faceValue: '100', annualRate: '12.5', fraction, ...DECIMALS })

  test('a quarter of a bond of 100 at 12.5 % pays 3.125, in units of the payment token', () => {
    expect(couponAmount(10n ** 8n, rateOf({ numerator: 1n, denominator: 4n }))).toBe(3_125_000n)
  })

  test('the payments of all holders are at most the whole, and below it by fewer units than there are holders', () => {
    const holdings = fc.array(fc.bigInt({ min: 0n, max: 10n ** 16n }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(holdings, fc.integer({ min: 1, max: 366 }), (units, days) => {
        const rate = rateOf({ numerator: BigInt(days), denominator: 365n })
        const paid = units.reduce((sum, one) => sum + couponAmount(one, rate), 0n)
        const pool = couponAmount(
          units.reduce((sum, one) => sum + one, 0n),
          rate,
        )
        expect(paid <= pool).toBe(true)
        expect(pool - paid < BigInt(units.length)).toBe(true)
      }),
      propertyRuns(),
    )
  })

  test('a call pays the face value and less than the next coupon', () => {
    fc.assert(
      fc.property(schedules, fc.integer({ min: 0, max: 4_500 }), (schedule, after) => {
        const date = addDays(schedule.issueDate, after)
        const fraction = accruedFraction({ ...schedule, day: date })
        const face = redemptionRate({ faceValue: '100', annualRate: '7.25', fraction: ZERO, ...DECIMALS })
        const called = redemptionRate({ faceValue: '100', annualRate: '7.25', fraction, ...DECIMALS })
        const accrued = couponAmount(10n ** 8n, called) - couponAmount(10n ** 8n, face)
        const coupon = planCoupons(schedule).find(
          ({ periodStart, periodEnd }) => periodStart <= date && date < periodEnd,
        )
        expect(coupon || accrued === 0n).toBeTruthy()
        if (!coupon) return
        const whole = couponRate({
          faceValue: '100',
          annualRate: '7.25',
          fraction: coupon.dayCountFraction,
          ...DECIMALS,
        })
        expect(accrued <= couponAmount(10n ** 8n, whole)).toBe(true)
      }),
      propertyRuns(),
    )
  })

  test('refuses a rate that the contract cannot compute with', () => {
    const wide = { faceValue: '0.000001', annualRate: '0.000001', fraction: { numerator: 1n, denominator: 3n } }
    expect(() => couponRate({ ...wide, tokenDecimals: 18, paymentDecimals: 0 })).not.toThrow()
    expect(() =>
      couponRate({
        ...wide,
        fraction: { numerator: 1n, denominator: 10n ** 12n + 39n },
        tokenDecimals: 18,
        paymentDecimals: 0,
      }),
    ).toThrow(RangeError)
  })
})
