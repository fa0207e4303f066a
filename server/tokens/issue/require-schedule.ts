import type { StoredYieldParams } from '@/db/schema'
import { validationError } from '@/server/errors'
import { couponRate } from '../coupons/coupon-rate'
import { planCoupons } from '../coupons/plan-coupons'
import { toSchedule } from './to-schedule'

type At = { issueDate: string; tokenDecimals: number; paymentDecimals: number }

/** Refuses a schedule that begins too early, or whose amounts cannot be computed exactly. Throws invalid. */
export function requireSchedule(params: StoredYieldParams, { issueDate, ...decimals }: At): void {
  const { firstCouponDate, callDate } = params
  if (firstCouponDate <= issueDate)
    throw validationError(['yieldParams.firstCouponDate: must be after the day of issue'])
  if (callDate !== null && callDate <= issueDate)
    throw validationError(['yieldParams.callDate: must be after the day of issue'])
  try {
    for (const { dayCountFraction } of planCoupons(toSchedule(params, issueDate)))
      couponRate({
        faceValue: params.faceValuePerToken,
        annualRate: params.annualRate,
        fraction: dayCountFraction,
        ...decimals,
      })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw validationError([`yieldParams: ${error.message}`])
  }
}
