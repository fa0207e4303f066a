import { formatAmount } from '@/server/money/amount'
import { formatDay } from '@/server/text/format-day'
import { amountPerTokenDown, couponRate } from '@/server/tokens/coupons/coupon-rate'
import { addDays, isPlainDate } from '@/server/tokens/coupons/plain-date'
import { type PlannedCoupon, planCoupons } from '@/server/tokens/coupons/plan-coupons'
import type { IssueValues } from './issue-values'

/** The decimals of the stablecoins that coupons are paid in. */
const PAYMENT_DECIMALS = 6
/** The values that a schedule is computed with. The form refuses others. */
const DECIMAL = /^(0|[1-9]\d*)(\.\d{1,6})?$/

type ShownCoupon = PlannedCoupon & { amountPerToken: string }
type ShownSchedule = { coupons: ShownCoupon[] } | { problem: string } | null

/** The coupons that result from the entered values, issued on a day; null while something is missing. */
export function scheduleOf(values: IssueValues, issueDate: string): ShownSchedule {
  const { annualRate, firstCouponDate, maturityDate, dayCount, faceValuePerToken: faceValue } = values
  const isWhole =
    isPlainDate(firstCouponDate) && isPlainDate(maturityDate) && DECIMAL.test(annualRate) && DECIMAL.test(faceValue)
  if (!isWhole) return null
  if (firstCouponDate <= issueDate)
    return { problem: `The first coupon date must be after ${formatDay(issueDate)}, the issue date.` }
  if (firstCouponDate > maturityDate)
    return { problem: 'The first coupon date must be on or before the maturity date.' }
  try {
    const schedule = { issueDate, firstCouponDate, maturityDate, dayCount, annualRate }
    const gracePeriod = Number(values.gracePeriod) || 0
    const coupons = planCoupons({ ...schedule, couponInterval: Number(values.couponInterval), gracePeriod })
    const decimals = { tokenDecimals: Number(values.decimals) || 0, paymentDecimals: PAYMENT_DECIMALS }
    return {
      coupons: coupons.map((coupon) => {
        const rate = couponRate({ faceValue, annualRate, fraction: coupon.dayCountFraction, ...decimals })
        return {
          ...coupon,
          amountPerToken: formatAmount(amountPerTokenDown(rate, decimals.tokenDecimals), PAYMENT_DECIMALS),
        }
      }),
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { problem: `The schedule cannot be calculated: ${error.message}.` }
  }
}

/** The day (UTC) that it is. */
export function currentDay(): string {
  return addDays(new Date().toISOString().slice(0, 10), 0)
}
