import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { tokenPayouts } from '@/db/schema'
import { couponRate } from '../coupons/coupon-rate'
import { planCoupons } from '../coupons/plan-coupons'
import { toSchedule } from '../issue/to-schedule'
import type { TokenRow } from '../operations/plan'

const ROWS_PER_INSERT = 200

/** Writes down every coupon of a token that was deployed, once; of a token without coupons nothing. */
export async function addSchedule(db: Database, token: TokenRow & { issueDate: string }): Promise<void> {
  const { yieldParams, issueDate, paymentDecimals } = token
  if (yieldParams === null || paymentDecimals === null) return
  const rows = planCoupons(toSchedule(yieldParams, issueDate)).map((coupon) => {
    const rate = couponRate({
      faceValue: yieldParams.faceValuePerToken,
      annualRate: yieldParams.annualRate,
      fraction: coupon.dayCountFraction,
      tokenDecimals: token.decimals,
      paymentDecimals,
    })
    return {
      id: newId(),
      businessId: token.businessId,
      tokenId: token.id,
      index: coupon.index,
      periodStart: coupon.periodStart,
      periodEnd: coupon.periodEnd,
      recordDate: coupon.recordDate,
      payDate: coupon.payDate,
      graceEnd: coupon.graceEnd,
      dayNumerator: coupon.dayCountFraction.numerator,
      dayDenominator: coupon.dayCountFraction.denominator,
      ratePercent: coupon.ratePercent,
      rateNumerator: rate.numerator,
      rateDenominator: rate.denominator,
    }
  })
  for (let first = 0; first < rows.length; first += ROWS_PER_INSERT)
    await db
      .insert(tokenPayouts)
      .values(rows.slice(first, first + ROWS_PER_INSERT))
      .onConflictDoNothing()
}
