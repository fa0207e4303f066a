import { formatAmount } from '@/server/money/amount'
import { amountPerTokenDown, couponRate } from '@/server/tokens/coupons/coupon-rate'
import { planCoupons } from '@/server/tokens/coupons/plan-coupons'
import { yieldParamsInput } from '@/server/tokens/issue/yield-contract'
import { exactNumber, type IssueForm, toYieldInput } from './issue-form'

export type PreviewCoupon = {
  index: number
  periodStart: string
  periodEnd: string
  recordDate: string
  payDate: string
  /** Of a year, exactly. */
  fraction: string
  /** Whole payment tokens. */
  perToken: string
}

type At = { today: string; tokenDecimals: string; paymentDecimals: number }

/** The coupons of what is typed, were it issued today; a problem where there are none yet. */
export function planPreview(
  form: IssueForm['yieldParams'],
  { today, paymentDecimals, ...at }: At,
): { coupons: PreviewCoupon[] } | { problem: string } {
  const { data } = yieldParamsInput.safeParse(toYieldInput(form))
  const tokenDecimals = exactNumber(at.tokenDecimals)
  if (!data || tokenDecimals === undefined || !Number.isInteger(tokenDecimals) || tokenDecimals > 18)
    return { problem: 'The schedule stands here once rate, dates and face value are filled in.' }
  if (data.firstCouponDate <= today) return { problem: 'The first coupon must be after the day of issue.' }
  try {
    const coupons = planCoupons({ ...data, issueDate: today }).map(({ dayCountFraction, ...coupon }) => {
      const rate = couponRate({
        faceValue: data.faceValuePerToken,
        annualRate: data.annualRate,
        fraction: dayCountFraction,
        tokenDecimals,
        paymentDecimals,
      })
      const { index, periodStart, periodEnd, recordDate, payDate } = coupon
      const perToken = formatAmount(amountPerTokenDown(rate, tokenDecimals), paymentDecimals)
      const fraction = `${dayCountFraction.numerator}/${dayCountFraction.denominator}`
      return { index, periodStart, periodEnd, recordDate, payDate, fraction, perToken }
    })
    return { coupons }
  } catch (error) {
    if (error instanceof RangeError) return { problem: `It cannot be planned: ${error.message}.` }
    throw error
  }
}
