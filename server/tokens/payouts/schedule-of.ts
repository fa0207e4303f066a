import { couponRate } from '@/server/tokens/coupons/coupon-rate'
import { planCoupons } from '@/server/tokens/coupons/plan-coupons'
import { toSchedule } from '@/server/tokens/issue/to-schedule'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'

type Scheduled = Pick<
  PayoutRow,
  | 'index'
  | 'periodStart'
  | 'periodEnd'
  | 'recordDate'
  | 'payDate'
  | 'graceEnd'
  | 'dayNumerator'
  | 'dayDenominator'
  | 'ratePercent'
  | 'rateNumerator'
  | 'rateDenominator'
>

/** Every coupon of a deployed token by its terms; none for a token without coupons. */
export function scheduleOf({ yieldParams, issueDate, paymentDecimals, decimals }: TokenRow): Scheduled[] {
  if (yieldParams === null || issueDate === null || paymentDecimals === null) return []
  return planCoupons(toSchedule(yieldParams, issueDate)).map((coupon) => {
    const { index, periodStart, periodEnd, recordDate, payDate, graceEnd, ratePercent, dayCountFraction } = coupon
    const rate = couponRate({
      faceValue: yieldParams.faceValuePerToken,
      annualRate: yieldParams.annualRate,
      fraction: dayCountFraction,
      tokenDecimals: decimals,
      paymentDecimals,
    })
    return {
      ...{ index, periodStart, periodEnd, recordDate, payDate, graceEnd, ratePercent },
      dayNumerator: dayCountFraction.numerator,
      dayDenominator: dayCountFraction.denominator,
      rateNumerator: rate.numerator,
      rateDenominator: rate.denominator,
    }
  })
}
