import { z } from 'zod'
import { COUPON_STATUSES } from '@/schemas/tokens/words'
import { yieldParamsView } from '@/schemas/tokens/yield/contract'
import { field } from '@/server/text/field'

const COUPON_ID = '019a6b3e-9c1d-7d44-a8f1-3a5f0c9e2b71'

const couponView = z
  .object({
    couponId: field(z.string(), 'Its id.', COUPON_ID),
    index: field(z.int(), 'The number of the coupon, from 1.', 1),
    periodStart: field(z.string(), 'The first day of the period.', '2026-11-24'),
    periodEnd: field(z.string(), 'The day after the last day of the period.', '2027-02-24'),
    recordDate: field(z.string(), 'The record date: holders at the end of this day (UTC) are paid.', '2027-02-23'),
    payDate: field(z.string(), 'The date on which it is due.', '2027-02-24'),
    dayCountFraction: z
      .object({
        numerator: field(z.string(), 'An integer.', '92'),
        denominator: field(z.string(), 'An integer.', '365'),
      })
      .describe('The exact fraction of a year.'),
    ratePercent: field(z.string(), 'A year.', '12.5'),
    amountPerToken: field(
      z.string(),
      'The amount per token, in whole payment tokens, rounded down to their unit. A holder is paid for all its units at once, and that sum is rounded down.',
      '3.150684',
    ),
    status: field(
      z.enum(COUPON_STATUSES),
      'RECORDED once the record time has passed, FUNDED once its money is in the contract, DEFAULTED if that was not so by the end of the grace period.',
      'SCHEDULED',
    ),
    paidTotal: field(z.string(), 'The amount paid to holders, in whole payment tokens.', '0'),
  })
  .meta({ id: 'Coupon' })
export type CouponView = z.infer<typeof couponView>

/** The form in webhooks. */
export const couponEventView = couponView
  .extend({ tokenId: field(z.string(), 'The id of the token.', '019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71') })
  .meta({ id: 'CouponEvent' })

export const yieldView = z
  .object({
    yieldParams: yieldParamsView.describe('The terms at issue.'),
    coupons: z.array(couponView).describe('The coupons in order; empty until the token is deployed.'),
    nextPayDate: field(z.string().nullable(), 'The date of the first unpaid coupon.', '2027-02-24'),
  })
  .meta({ id: 'TokenYield' })
export type YieldView = z.infer<typeof yieldView>
