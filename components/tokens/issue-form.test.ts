import { expect, test } from 'vitest'
import { exactNumber, type IssueForm, issueForm, NEW_ISSUE, toIssueInput } from './issue-form'

const base = { chainId: 84_532, code: 'BASE' as const }
const schema = issueForm((chosen) => (chosen === '84532' ? base : undefined))
const bond: IssueForm = {
  ...NEW_ISSUE,
  ticker: 'ACME28',
  name: 'Acme 2028',
  price: '100',
  chainId: '84532',
  yieldParams: {
    ...NEW_ISSUE.yieldParams,
    annualRate: '12.5',
    maturityDate: '2028-11-24',
    firstCouponDate: '2027-02-24',
  },
}

/** Each field that is wrong, and why. */
function problemsOf(form: IssueForm): Record<string, string> {
  const issues = schema.safeParse(form).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

test('a bond that is filled in is taken, and sent in the units of the server', () => {
  expect(problemsOf(bond)).toEqual({})
  expect(toIssueInput({ ...bond, lockUpDuration: '30', decimals: '06' }, base)).toMatchObject({
    chain: 'BASE',
    chainId: 84_532,
    decimals: 6,
    lockUpDuration: 2_592_000,
    yieldParams: { annualRate: 12.5, callDate: null },
  })
})

test('what is wrong stands at its field, in the words of the server', () => {
  const yieldParams = { ...bond.yieldParams, firstCouponDate: '2029-01-01', annualRate: 'much', callable: true }
  expect(problemsOf({ ...bond, ticker: 'acme', price: '', chainId: '', yieldParams })).toMatchObject({
    ticker: 'Must be 1 to 12 characters of A-Z and 0-9',
    price: 'Enter a plain number',
    chainId: 'Choose a chain',
    'yieldParams.annualRate': 'Enter a plain number',
    'yieldParams.callDate': 'Choose a date',
  })
  const late = { ...bond.yieldParams, firstCouponDate: '2029-01-01' }
  expect(problemsOf({ ...bond, yieldParams: late })).toEqual({
    'yieldParams.firstCouponDate': 'Must not be after the maturity date',
  })
})

test('a token without coupons needs nothing of theirs', () => {
  expect(problemsOf({ ...bond, tokenType: 'ASSET', yieldParams: NEW_ISSUE.yieldParams })).toEqual({})
})

test('a number that would not say what was typed is none', () => {
  expect(exactNumber('0012.50')).toBe(12.5)
  expect(exactNumber('0')).toBe(0)
  expect(exactNumber('0.5')).toBe(0.5)
  expect(exactNumber('12345678901234567.5')).toBeUndefined()
  expect(exactNumber('1e3')).toBeUndefined()
  expect(exactNumber('-1')).toBeUndefined()
  expect(exactNumber('')).toBeUndefined()
})
