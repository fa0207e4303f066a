import type { DayCount } from '@/schemas/tokens/words'
import type { Fraction } from '@/server/money/fraction'
import { dayCountFraction } from './day-count'
import { addDays, addMonths, type PlainDate } from './plain-date'

/** The terms that coupons are planned from. */
export type Schedule = {
  /** The first day of the first period: the day of the block that deployed the token. */
  issueDate: PlainDate
  firstCouponDate: PlainDate
  maturityDate: PlainDate
  /** In months. */
  couponInterval: number
  dayCount: DayCount
  /** Percent per year, as a decimal. */
  annualRate: string
  /** In days. */
  gracePeriod: number
}

export type PlannedCoupon = {
  /** Counts from 1. */
  index: number
  periodStart: PlainDate
  periodEnd: PlainDate
  /** Holders at the end of this day are paid. */
  recordDate: PlainDate
  payDate: PlainDate
  /** A coupon that is not funded by the end of this day is in default. */
  graceEnd: PlainDate
  dayCountFraction: Fraction
  ratePercent: string
}

/** A hundred years of monthly coupons; more is a mistake. */
export const MAX_COUPONS = 1_200

/**
 * Every coupon of a schedule. Pay dates are `firstCouponDate` and every `couponInterval` months after it, on its day of
 * the month or, in shorter months, on their last day. The first period begins at the issue and the last ends at
 * maturity, so both may have another length than the others. Throws RangeError for more than `MAX_COUPONS`.
 */
export function planCoupons(schedule: Schedule): PlannedCoupon[] {
  const { issueDate, dayCount, annualRate, gracePeriod } = schedule
  return payDatesOf(schedule).map((payDate, n, dates) => {
    const periodStart = dates[n - 1] ?? issueDate
    return {
      index: n + 1,
      periodStart,
      periodEnd: payDate,
      recordDate: addDays(payDate, -1),
      payDate,
      graceEnd: addDays(payDate, gracePeriod),
      dayCountFraction: dayCountFraction(dayCount, periodStart, payDate),
      ratePercent: annualRate,
    }
  })
}

function payDatesOf({ firstCouponDate, maturityDate, couponInterval }: Schedule): PlainDate[] {
  const dates: PlainDate[] = []
  for (
    let date = firstCouponDate;
    date < maturityDate;
    date = addMonths(firstCouponDate, dates.length * couponInterval)
  ) {
    dates.push(date)
    if (dates.length >= MAX_COUPONS) throw new RangeError(`there would be more than ${MAX_COUPONS} coupons`)
  }
  return [...dates, maturityDate]
}
