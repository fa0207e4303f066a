import { expect, test } from 'vitest'
import { notPaidBack, notPayable } from './not-payable'

test('a coupon can be paid from its pay date on, and once', () => {
  const payDate = '2027-02-24'
  expect(notPayable({ status: 'SCHEDULED', payDate }, '2027-02-23')).toBe('It is due on 2027-02-24')
  expect(notPayable({ status: 'SCHEDULED', payDate }, payDate)).toBeNull()
  expect(notPayable({ status: 'RECORDED', payDate }, '2027-02-23')).toBeNull()
  expect(notPayable({ status: 'DEFAULTED', payDate }, '2027-05-01')).toBeNull()
  expect(notPayable({ status: 'PAYING', payDate }, payDate)).toBe('It is being paid')
  expect(notPayable({ status: 'PAID', payDate }, payDate)).toBe('It was paid')
})

test('the principal is paid back at maturity, or from the call date on', () => {
  const params = {
    annualRate: 12.5,
    maturityDate: '2028-11-24',
    firstCouponDate: '2027-02-24',
    couponInterval: 3,
    dayCount: 'ACT_365' as const,
    faceValuePerToken: 100,
    gracePeriod: 5,
    callable: false,
    callDate: null,
    paymentToken: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  }
  expect(notPaidBack({ status: 'ACTIVE', yieldParams: null }, '2028-11-24')).toBe('It has no principal to pay back')
  expect(notPaidBack({ status: 'ACTIVE', yieldParams: params }, '2028-11-23')).toBe('It matures on 2028-11-24')
  expect(notPaidBack({ status: 'ACTIVE', yieldParams: params }, '2028-11-24')).toBeNull()
  expect(notPaidBack({ status: 'MATURED', yieldParams: params }, '2028-01-01')).toBeNull()
  const called = { ...params, callable: true, callDate: '2027-11-24' }
  expect(notPaidBack({ status: 'ACTIVE', yieldParams: called }, '2027-11-23')).toContain('from 2027-11-24 on')
  expect(notPaidBack({ status: 'PAUSED', yieldParams: called }, '2027-11-24')).toBeNull()
})
