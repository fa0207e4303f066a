import { expect, test } from 'vitest'
import { NEW_ISSUE } from './issue-form'
import { planPreview } from './plan-preview'

const at = { today: '2026-11-24', tokenDecimals: '6', paymentDecimals: 6 }
const bond = {
  ...NEW_ISSUE.yieldParams,
  annualRate: '12.5',
  firstCouponDate: '2027-02-24',
  maturityDate: '2027-08-24',
}

test('the coupons of what is typed are those the server would plan', () => {
  expect(planPreview(bond, at)).toEqual({
    coupons: [
      {
        index: 1,
        periodStart: '2026-11-24',
        periodEnd: '2027-02-24',
        recordDate: '2027-02-23',
        payDate: '2027-02-24',
        fraction: '92/365',
        perToken: '3.150684',
      },
      expect.objectContaining({ index: 2, payDate: '2027-05-24', fraction: '89/365', perToken: '3.047945' }),
      expect.objectContaining({ index: 3, payDate: '2027-08-24', perToken: '3.150684' }),
    ],
  })
})

test('where there are none yet it says what is missing', () => {
  expect(planPreview(NEW_ISSUE.yieldParams, at)).toMatchObject({ problem: expect.stringContaining('filled in') })
  expect(planPreview(bond, { ...at, today: '2027-02-24' })).toMatchObject({
    problem: 'The first coupon must be after the day of issue.',
  })
  expect(planPreview({ ...bond, couponInterval: '1', maturityDate: '2500-01-01' }, at)).toMatchObject({
    problem: expect.stringContaining('more than'),
  })
})
