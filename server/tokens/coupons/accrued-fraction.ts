import { type Fraction, ZERO } from '@/server/money/fraction'
import { dayCountFraction } from './day-count'
import type { PlainDate } from './plain-date'
import { planCoupons, type Schedule } from './plan-coupons'

/**
 * The fraction of a year that has accrued on a day since the last pay date on or before it, or since the issue. Zero at
 * maturity and after.
 */
export function accruedFraction({ day, ...schedule }: Schedule & { day: PlainDate }): Fraction {
  if (day >= schedule.maturityDate) return ZERO
  const period = planCoupons(schedule).find(({ periodStart, periodEnd }) => periodStart <= day && day < periodEnd)
  return period ? dayCountFraction(schedule.dayCount, period.periodStart, day) : ZERO
}
