import type { StoredYieldParams } from '@/db/schema'
import { DAY_COUNTS } from '@/schemas/tokens/words'

/** The schedule that the coupons of a token are planned from. */
export function toSchedule(params: StoredYieldParams, issueDate: string) {
  const { firstCouponDate, maturityDate, couponInterval, annualRate, gracePeriod } = params
  const dayCount = DAY_COUNTS.find((name) => name === params.dayCount)
  if (dayCount === undefined) throw new TypeError(`${params.dayCount} is not a day count`)
  return { issueDate, firstCouponDate, maturityDate, couponInterval, dayCount, annualRate, gracePeriod }
}
