import { expect, test } from 'vitest'
import { type IssueValues, issueFormOf, NEW_TOKEN, toIssueInput } from './issue-values'

const BASE = { chainId: 84_532, chainType: 'EVM', code: 'BASE' } as const
const SOLANA = { chainId: 103, chainType: 'SOLANA', code: 'SOL' } as const
const form = issueFormOf([SOLANA, BASE])

const ON_BASE: IssueValues = { ...NEW_TOKEN, chainId: '84532' }
const ASSET: IssueValues = { ...ON_BASE, ticker: 'ACME', name: 'Acme', price: '100', tokenType: 'ASSET' }

const problemsOf = (values: IssueValues) =>
  (form.safeParse(values).error?.issues ?? []).map(({ path }) => path.join('.'))

test('an amount that would be sent as another one is refused', () => {
  expect(problemsOf({ ...ASSET, maxTokensPerInvestor: '9007199254740993' })).toEqual(['maxTokensPerInvestor'])
  expect(problemsOf({ ...ASSET, maxTokensPerInvestor: '123456789012345.123456' })).toEqual(['maxTokensPerInvestor'])
  expect(problemsOf({ ...ASSET, maxTokensPerInvestor: '9007199254740992' })).toEqual([])
  expect(problemsOf({ ...ASSET, price: '99.950000', maxTokensPerInvestor: '1000.5' })).toEqual([])
})

test('a plain asset is asked nothing of coupons, whatever was typed of them before', () => {
  expect(problemsOf(ASSET)).toEqual([])
  expect(problemsOf({ ...ASSET, annualRate: 'much', gracePeriod: '', faceValuePerToken: '0' })).toEqual([])
  const bond: IssueValues = { ...ASSET, tokenType: 'YIELD_BEARING', annualRate: 'much', faceValuePerToken: '0' }
  expect(problemsOf({ ...bond, gracePeriod: '', firstCouponDate: '2029-01-01', maturityDate: '2028-01-01' })).toEqual([
    'annualRate',
    'faceValuePerToken',
    'gracePeriod',
    'firstCouponDate',
  ])
})

test('the least price is taken, and one with more decimals is not', () => {
  expect(problemsOf({ ...ASSET, price: '0.000001' })).toEqual([])
  expect(problemsOf({ ...ASSET, price: '0.0000010' })).toEqual(['price'])
})

test('who runs the token is sent where somebody is named', () => {
  const tokenAdmin = '0x52908400098527886E0F7030069857D2E4169EE7'
  expect(toIssueInput('p', { ...ASSET, tokenAdmin: ` ${tokenAdmin} ` }, BASE).tokenAdmin).toBe(tokenAdmin)
  expect(toIssueInput('p', ASSET, BASE).tokenAdmin).toBeUndefined()
})

test('what the chain of the token cannot do is said before it is asked', () => {
  const evm = '0x52908400098527886E0F7030069857D2E4169EE7'
  const solana = 'FsJ3A3u2vn5cTVofAjvy6y5kwABJAqYWpe4975bi2epH'
  expect(problemsOf({ ...ASSET, tokenAdmin: evm })).toEqual([])
  expect(problemsOf({ ...ASSET, tokenAdmin: solana })).toEqual(['tokenAdmin'])
  const onSolana: IssueValues = { ...ASSET, chainId: '103' }
  expect(problemsOf({ ...onSolana, tokenAdmin: solana, decimals: '9' })).toEqual([])
  expect(problemsOf({ ...onSolana, tokenAdmin: evm, decimals: '10' })).toEqual(['tokenAdmin', 'decimals'])
  expect(problemsOf({ ...onSolana, maxShareholders: '1', maxTokensPerInvestor: '0.5', lockUpDays: '30' })).toEqual([
    'maxShareholders',
    'maxTokensPerInvestor',
    'lockUpDays',
  ])
})

test('a first coupon that is due already is refused where it is asked', () => {
  const bond: IssueValues = { ...ASSET, tokenType: 'YIELD_BEARING', annualRate: '5', maturityDate: '9999-01-01' }
  const today = new Date().toISOString().slice(0, 10)
  expect(problemsOf({ ...bond, firstCouponDate: today })).toEqual(['firstCouponDate'])
  expect(problemsOf({ ...bond, firstCouponDate: '9998-01-01' })).toEqual([])
})

test('the chosen chain is sent with its family, and a chain that is not offered is refused', () => {
  expect(toIssueInput('p', ASSET, SOLANA)).toMatchObject({ chain: 'SOL', chainId: 103 })
  expect(problemsOf({ ...ASSET, chainId: '' })).toEqual(['chainId'])
  expect(problemsOf({ ...ASSET, chainId: '1' })).toEqual(['chainId'])
})
