import { expect, test } from 'vitest'
import { type IssueValues, NEW_TOKEN, toFieldProblem, toIssueInput } from './issue-values'
import { scheduleOf } from './schedule-of'

const BASE = { chainId: 84_532, code: 'BASE' } as const

const BOND: IssueValues = {
  ...NEW_TOKEN,
  ticker: 'ACME28',
  name: 'Acme 12.5% 2028',
  price: '100',
  annualRate: '12.5',
  firstCouponDate: '2027-02-24',
  maturityDate: '2027-11-24',
}

test('what was typed leads to its coupons, with what one token is paid', () => {
  const schedule = scheduleOf(BOND, '2026-11-24')
  if (!schedule || !('coupons' in schedule)) throw new Error('there is a schedule')
  expect(schedule.coupons.map(({ payDate, amountPerToken }) => [payDate, amountPerToken])).toEqual([
    ['2027-02-24', '3.150684'],
    ['2027-05-24', '3.047945'],
    ['2027-08-24', '3.150684'],
    ['2027-11-24', '3.150684'],
  ])
})

test('while something is missing there is none, and what cannot be is said', () => {
  expect(scheduleOf({ ...BOND, annualRate: '' }, '2026-11-24')).toBeNull()
  expect(scheduleOf({ ...BOND, maturityDate: '' }, '2026-11-24')).toBeNull()
  expect(scheduleOf(BOND, '2027-02-24')).toMatchObject({ problem: expect.stringContaining('after Feb 24, 2027') })
  expect(scheduleOf({ ...BOND, maturityDate: '2027-01-01' }, '2026-11-24')).toMatchObject({
    problem: expect.stringContaining('on or before the maturity date'),
  })
  const endless = { ...BOND, couponInterval: '1', maturityDate: '2199-01-01' }
  expect(scheduleOf(endless, '2026-11-24')).toMatchObject({ problem: expect.stringContaining('more than') })
})

test('a plain asset is asked without a yield, and a lock-up of days in seconds', () => {
  const input = toIssueInput('p', { ...BOND, tokenType: 'ASSET', lockUpDays: '30' }, BASE)
  expect(input).toMatchObject({ yieldParams: null, lockUpDuration: 2_592_000, price: 100 })
  expect(toIssueInput('p', BOND, BASE).yieldParams).toMatchObject({
    couponInterval: 3,
    callDate: null,
    annualRate: 12.5,
  })
})

test('a refusal of the server finds its field', () => {
  expect(toFieldProblem('yieldParams.firstCouponDate: must be after the day of issue')).toEqual({
    field: 'firstCouponDate',
    message: 'must be after the day of issue',
  })
  expect(toFieldProblem('lockUpDuration: too long')).toEqual({ field: 'lockUpDays', message: 'too long' })
  expect(toFieldProblem('body: nonsense')).toBeNull()
})
