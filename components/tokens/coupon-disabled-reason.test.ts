import { expect, test } from 'vitest'
import { couponDisabledReason, redemptionDisabledReason } from './coupon-disabled-reason'

test('a coupon can be paid from its pay date on, once, and on where that was interrupted', () => {
  const payDate = '2027-02-24'
  expect(couponDisabledReason({ status: 'SCHEDULED', payDate }, '2027-02-23')).toBe('The coupon is due on Feb 24, 2027')
  expect(couponDisabledReason({ status: 'SCHEDULED', payDate }, payDate)).toBeNull()
  expect(couponDisabledReason({ status: 'RECORDED', payDate }, '2027-02-23')).toBeNull()
  expect(couponDisabledReason({ status: 'DEFAULTED', payDate }, '2027-05-01')).toBeNull()
  expect(couponDisabledReason({ status: 'PAYING', payDate }, payDate)).toBeNull()
  expect(couponDisabledReason({ status: 'PAID', payDate }, payDate)).toBe('The coupon is paid')
  expect(couponDisabledReason({ status: 'CANCELED', payDate }, payDate)).toBe('The coupon was canceled')
})

test('the principal is paid back at maturity, or from the call date on', () => {
  const params = { maturityDate: '2028-11-24', callDate: null }
  expect(redemptionDisabledReason({ chain: 'BASE', status: 'ACTIVE', yieldParams: null }, '2028-11-24')).toBe(
    'The token has no principal to redeem',
  )
  expect(redemptionDisabledReason({ chain: 'BASE', status: 'ACTIVE', yieldParams: params }, '2028-11-23')).toBe(
    'The token matures on Nov 24, 2028',
  )
  expect(redemptionDisabledReason({ chain: 'BASE', status: 'ACTIVE', yieldParams: params }, '2028-11-24')).toBeNull()
  expect(redemptionDisabledReason({ chain: 'BASE', status: 'MATURED', yieldParams: params }, '2028-01-01')).toBeNull()
  const called = { ...params, callDate: '2027-11-24' }
  expect(redemptionDisabledReason({ chain: 'BASE', status: 'ACTIVE', yieldParams: called }, '2027-11-23')).toBe(
    'You can call the token from Nov 24, 2027 on',
  )
  expect(redemptionDisabledReason({ chain: 'BASE', status: 'PAUSED', yieldParams: called }, '2027-11-24')).toBeNull()
  expect(redemptionDisabledReason({ chain: 'SOL', status: 'MATURED', yieldParams: params }, '2029-01-01')).toBe(
    'Tokens on Solana cannot be redeemed here',
  )
})
