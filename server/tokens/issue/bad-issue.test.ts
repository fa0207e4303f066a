import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenOperations, tokens } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { newWallet } from '@/server/testing/new-wallet'
import { walletClient } from '@/server/testing/wallet-client'
import { openTokenWorld, PLAIN, type TokenWorld } from '@/server/tokens/token-world.test-data'

let world: TokenWorld
let bond: object
beforeAll(async () => {
  world = await openTokenWorld()
  const [firstCouponDate, maturityDate] = [await world.dayAfter(90), await world.dayAfter(900)]
  const terms = { annualRate: 12.5, firstCouponDate, maturityDate, couponInterval: 3, dayCount: 'ACT_365' }
  bond = { ...PLAIN, tokenType: 'YIELD_BEARING', yieldParams: { ...terms, faceValuePerToken: 100 } }
})
afterAll(() => world.close())

const countRows = async () => [await workerCtx().db.$count(tokens), await workerCtx().db.$count(tokenOperations)]

/** Expects that only this field is invalid, and that nothing is written. */
async function refused(body: object, field: string): Promise<void> {
  const before = await countRows()
  const answer = await world.issue(body)
  expect([answer.code, answer.errors?.map((error) => error.split(':')[0])]).toEqual([400, [field]])
  expect(await countRows()).toEqual(before)
}

const LONG_NAME = 'a'.repeat(81)
const BAD: [field: string, value: unknown][] = [
  ...['', 'acme', 'ACME28ACME28A', 'AC ME', 'ACMÉ', 1, null].map((value): [string, unknown] => ['ticker', value]),
  ...['', ' ', LONG_NAME, 'a\nb', 1, null].map((value): [string, unknown] => ['name', value]),
  ...[0, -1, 0.0000011, 1_000_000_001, '1', null].map((value): [string, unknown] => ['price', value]),
  ...['ETHEREUM', 'base', '', 1, null].map((value): [string, unknown] => ['chain', value]),
  ...[-1, 19, 1.5, '6', null].map((value): [string, unknown] => ['decimals', value]),
  ...['BONDS', 'bond', '', null].map((value): [string, unknown] => ['assetClass', value]),
  ...['YIELD', 'asset', '', null].map((value): [string, unknown] => ['tokenType', value]),
  ...[-1, 1.5, 1_000_000_001, '5'].map((value): [string, unknown] => ['maxShareholders', value]),
  ...[-1, 0.0000011, '5'].map((value): [string, unknown] => ['maxTokensPerInvestor', value]),
  ...[-1, 1.5, 2_147_483_648, '5'].map((value): [string, unknown] => ['lockUpDuration', value]),
  ...[[], 'none', 5].map((value): [string, unknown] => ['yieldParams', value]),
  ...['', 5, 'x'.repeat(101)].map((value): [string, unknown] => ['tokenAdmin', value]),
  ...[0, -1, 1.5, '84532'].map((value): [string, unknown] => ['chainId', value]),
  ...['', ' a', 'a\nb', 'x'.repeat(129), 5].map((value): [string, unknown] => ['reference', value]),
  ...[[], 'a', 5].map((value): [string, unknown] => ['metadata', value]),
]
test.each(BAD)('refuses %s %j', async (field, value) => {
  await refused({ ...PLAIN, [field]: value }, field)
})

test.each(['ticker', 'name', 'price', 'chain', 'decimals', 'assetClass', 'tokenType'])('requires %s', async (field) => {
  await refused({ ...PLAIN, [field]: undefined }, field)
})

const BAD_TERMS: [field: string, value: unknown][] = [
  ...[-1, 1_000.000001, 0.0000011, '12', null].map((value): [string, unknown] => ['annualRate', value]),
  ...[undefined, null, '2026-02-30', '24.11.2026', '', 5].flatMap((value): [string, unknown][] => [
    ['maturityDate', value],
    ['firstCouponDate', value],
  ]),
  ...[0, 5, 13, -3, '3', undefined].map((value): [string, unknown] => ['couponInterval', value]),
  ...['ACT', 'act_365', '', undefined].map((value): [string, unknown] => ['dayCount', value]),
  ...[0, -1, 0.0000011, 1_000_000_001, '100', undefined].map((value): [string, unknown] => [
    'faceValuePerToken',
    value,
  ]),
  ...[-1, 367, 1.5, '5'].map((value): [string, unknown] => ['gracePeriod', value]),
  ...['yes', 1].map((value): [string, unknown] => ['callable', value]),
  ...[5, true].map((value): [string, unknown] => ['callDate', value]),
  ...['', '0x12', 5].map((value): [string, unknown] => ['paymentToken', value]),
]
const withTerms = (terms: object) => {
  const given = 'yieldParams' in bond && typeof bond.yieldParams === 'object' ? bond.yieldParams : {}
  return { ...bond, yieldParams: { ...given, ...terms } }
}
test.each(BAD_TERMS)('refuses yieldParams.%s %j', async (field, value) => {
  await refused(withTerms({ [field]: value }), `yieldParams.${field}`)
})

test('refuses dates that are out of order', async () => {
  const [yesterday, today, next, last] = [-1, 0, 90, 900]
  const day = world.dayAfter
  await refused(withTerms({ firstCouponDate: await day(yesterday) }), 'yieldParams.firstCouponDate')
  await refused(withTerms({ firstCouponDate: await day(today) }), 'yieldParams.firstCouponDate')
  await refused(withTerms({ firstCouponDate: await day(last + 1) }), 'yieldParams.firstCouponDate')
  const called = async (days: number) => withTerms({ callable: true, callDate: await day(days) })
  await refused(await called(today), 'yieldParams.callDate')
  await refused(await called(last), 'yieldParams.callDate')
  await refused(withTerms({ callable: true, callDate: '2026-02-30' }), 'yieldParams.callDate')
  await refused(withTerms({ callable: true }), 'yieldParams.callDate')
  await refused(withTerms({ callDate: await day(next) }), 'yieldParams.callDate')
})

test('takes yieldParams exactly where the type requires them, and no unknown field anywhere', async () => {
  await refused({ ...bond, yieldParams: undefined }, 'yieldParams')
  await refused({ ...bond, yieldParams: null }, 'yieldParams')
  await refused({ ...bond, tokenType: 'ASSET' }, 'yieldParams')
  await refused({ ...PLAIN, colour: 'red' }, 'colour')
  await refused(withTerms({ colour: 'red' }), 'yieldParams.colour')
})

test('accepts every field at its limits', async () => {
  const least = { ...PLAIN, ticker: 'A', name: 'A', price: 0.000001, decimals: 0, maxTokensPerInvestor: 1 }
  expect(await world.issue({ ...least, maxShareholders: 1 })).toMatchObject({ code: 201, data: { decimals: 0 } })
  const name = LONG_NAME.slice(1)
  const most = {
    ...PLAIN,
    ticker: 'ACME28ACME28',
    name,
    price: 1_000_000_000,
    decimals: 18,
    lockUpDuration: 2_147_483_647,
  }
  const limits = { maxShareholders: 1_000_000_000, maxTokensPerInvestor: 0.000001 }
  expect(await world.issue({ ...most, ...limits })).toMatchObject({
    code: 201,
    data: {
      ticker: 'ACME28ACME28',
      name,
      price: 1_000_000_000,
      decimals: 18,
      lockUpDuration: 2_147_483_647,
      ...limits,
    },
  })
  const day = await world.dayAfter(1)
  const shortest = {
    firstCouponDate: day,
    maturityDate: day,
    annualRate: 0,
    faceValuePerToken: 0.000001,
    gracePeriod: 366,
  }
  expect((await world.issue(withTerms(shortest))).code).toBe(201)
  expect((await world.issue(withTerms({ annualRate: 1_000, faceValuePerToken: 1_000_000_000 }))).code).toBe(201)
})

test.each([{ name: 'a\u0000b' }, { price: 1e-7 }, { price: 1e21 }, { maxTokensPerInvestor: 1e38 }, { decimals: 1e-7 }])(
  'refuses %j before it checks fields',
  async (wrong) => {
    const before = await countRows()
    expect((await world.issue({ ...PLAIN, ...wrong })).code).toBe(400)
    expect(await countRows()).toEqual(before)
  },
)

test('names the number that is not exact', async () => {
  expect(await world.issue({ ...PLAIN, price: 0.1 + 0.2 })).toMatchObject({
    code: 400,
    refusal: 'body_malformed',
    message: 'Request body holds a number that is not exact: 0.30000000000000004',
  })
})

test('refuses a limit with more decimals than the token', async () => {
  await refused({ ...PLAIN, decimals: 0, maxTokensPerInvestor: 0.5 }, 'maxTokensPerInvestor')
})

test('refuses a tokenAdmin of another business, an unknown one and a deactivated one', async () => {
  const { tenant } = await walletClient()
  const foreign = await newWallet(tenant)
  const before = await countRows()
  expect(await world.issue({ ...PLAIN, tokenAdmin: foreign.address })).toMatchObject({
    code: 403,
    refusal: 'wallet_foreign',
    param: 'tokenAdmin',
  })
  for (const tokenAdmin of [`0x${'bb'.repeat(20)}`, 'nobody'])
    expect(await world.issue({ ...PLAIN, tokenAdmin })).toMatchObject({ code: 404, refusal: 'wallet_not_found' })
  expect(await countRows()).toEqual(before)
})

test('refuses a chain without our factory, and a network code of another family than its id', async () => {
  const before = await countRows()
  for (const chain of [{ chain: 'SOL' }, { chain: 'ETH' }, { chain: 'BASE', chainId: 1 }]) {
    const { code } = await world.issue({ ...PLAIN, ...chain })
    expect([chain, [400, 404, 422, 503].includes(code)]).toEqual([chain, true])
  }
  expect(await countRows()).toEqual(before)
})

test('refuses a payment token that is no token of the chain', async () => {
  await refused(withTerms({ paymentToken: `0x${'bb'.repeat(20)}` }), 'yieldParams.paymentToken')
  const wrong = world.payment.replace(/[a-f]/, (letter) => letter.toUpperCase()).replace(/.$/, '0')
  await refused(withTerms({ paymentToken: wrong }), 'yieldParams.paymentToken')
})
