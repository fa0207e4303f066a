import type { CouponView } from '@/schemas/tokens/payouts/contract'
import { formatAmount } from '@/server/money/amount'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'

/** A coupon as `/v1`, webhooks and the portal show it. */
export function toCoupon(row: PayoutRow, token: Pick<TokenRow, 'decimals' | 'paymentDecimals'>): CouponView {
  const decimals = token.paymentDecimals ?? 0
  const perToken = (10n ** BigInt(token.decimals) * row.rateNumerator) / row.rateDenominator
  return {
    couponId: row.id,
    index: row.index,
    periodStart: row.periodStart,
    periodEnd: row.periodEnd,
    recordDate: row.recordDate,
    payDate: row.payDate,
    dayCountFraction: { numerator: row.dayNumerator.toString(), denominator: row.dayDenominator.toString() },
    ratePercent: row.ratePercent,
    amountPerToken: formatAmount(perToken, decimals),
    status: row.status,
    paidTotal: formatAmount(row.paidUnits, decimals),
  }
}
