import { expect, test } from 'vitest'
import type { CouponView } from '@/schemas/tokens/payouts/contract'
import { nextText } from './next-coupon-text'

const coupon: CouponView = {
  ...{ couponId: 'c', index: 1, periodStart: '2026-11-30', periodEnd: '2027-02-28', recordDate: '2027-02-27' },
  ...{ payDate: '2027-02-28', dayCountFraction: { numerator: '90', denominator: '365' }, ratePercent: '12.5' },
  ...{ amountPerToken: '3.082191', status: 'SCHEDULED', paidTotal: '0' },
}

test.each([
  ['751', 'USDC', 'about 2,314.725441 USDC, which the token admin has to hold.'],
  ['0.5', null, 'about 1.541095… payment tokens, which the token admin has to hold.'],
])('a coupon for %s tokens says its total in %s', (supply, unit, end) => {
  const text = nextText(coupon, { supply, unit })
  expect(text).toBe(`The next one is due on Feb 28, 2027. With today's supply it takes ${end}`)
})
