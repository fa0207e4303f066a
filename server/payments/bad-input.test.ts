import { expect, test } from 'vitest'
import { paymentPage } from '@/schemas/payments/contract'
import { openDatabase } from '@/server/testing/open-database'
import { walletClient } from '@/server/testing/wallet-client'
import { openDoorWorld, planRequest, topUpRequest } from './door-world.test-data'
import { createPlanAt } from './payment-world.test-data'

openDatabase()
const world = openDoorWorld()
const PATHS = ['/v1/payments/quote', '/v1/payments/subscribe'] as const
const opened = async () => paymentPage.parse((await world.client.get('/v1/payments')).data).total

const topUp = (amount: string, more = '') => `{"purpose":"WALLET_TOPUP","amountUsd":${amount}${more}}`
const plan = (planId: string, more = ',"billingCycle":"MONTHLY"') =>
  `{"purpose":"SUBSCRIPTION","planId":${planId}${more}}`
const described = (text: string) => topUp('5', `,"description":${text}`)
const tagged = (text: string) => topUp('5', `,${text}`)

test.each([
  ['no purpose', '{"amountUsd":5}'],
  ['a purpose nobody knows', '{"purpose":"GIFT","amountUsd":5}'],
  ['purpose null', '{"purpose":null,"amountUsd":5}'],
  ['no object', '[]'],
  ['nothing', 'null'],
  ['half an object', '{"purpose":"WALLET_TOPUP"'],
  ['no amount', '{"purpose":"WALLET_TOPUP"}'],
  ['0.1 + 0.2', topUp('0.30000000000000004')],
  ['1.1 + 2.2', topUp('3.3000000000000003')],
  ['1e400', topUp('1e400')],
  ['-0', topUp('-0')],
  ['-0.0', topUp('-0.0')],
  ['-5', topUp('-5')],
  ['16 digits', topUp('100000.0000000001')],
  ['20 digits', topUp('12345678901234567890')],
  ['a third decimal', topUp('5.001')],
  ['less than a dollar', topUp('0.99')],
  ['more than a million', topUp('1000000.01')],
  ['an amount in quotes', topUp('"5"')],
  ['amount null', topUp('null')],
  ['an amount that is a list', topUp('[5]')],
  ['NaN', topUp('NaN')],
  ['an unknown field', topUp('5', ',"tip":1')],
  ['a field of the other purpose in a top-up', topUp('5', ',"planId":1')],
  ['a cycle in a top-up', topUp('5', ',"billingCycle":"MONTHLY"')],
  ['an amount in a plan', plan('1', ',"billingCycle":"MONTHLY","amountUsd":5')],
  ['no plan', '{"purpose":"SUBSCRIPTION","billingCycle":"MONTHLY"}'],
  ['plan 0', plan('0')],
  ['plan -1', plan('-1')],
  ['plan 1.5', plan('1.5')],
  ['plan 1e400', plan('1e400')],
  ['plan -0', plan('-0')],
  ['a plan in quotes', plan('"1"')],
  ['plan null', plan('null')],
  ['a plan beyond 32 bits', plan('2147483648')],
  ['a plan of 16 digits', plan('9007199254740993')],
  ['no cycle', plan('1', '')],
  ['a weekly cycle', plan('1', ',"billingCycle":"WEEKLY"')],
  ['a cycle in lowercase', plan('1', ',"billingCycle":"monthly"')],
  ['cycle null', plan('1', ',"billingCycle":null')],
  ['a description of 501 characters', described(`"${'x'.repeat(501)}"`)],
  ['a description of two lines', described('"a\\nb"')],
  ['a description that is a number', described('5')],
  ['an empty reference', tagged('"clientReference":""')],
  ['a reference of 129 characters', tagged(`"clientReference":"${'x'.repeat(129)}"`)],
  ['a reference of two lines', tagged('"clientReference":"a\\nb"')],
  ['a reference with a space behind it', tagged('"clientReference":"inv "')],
  ['a reference that is a number', tagged('"clientReference":5')],
  ['the name of the account in place of a reference', tagged('"reference":"inv-1"')],
  ['metadata that is a list', tagged('"metadata":[]')],
  ['metadata of an object', tagged('"metadata":{"a":{"b":"c"}}')],
  ['metadata of a number', tagged('"metadata":{"a":1}')],
  ['an empty text of metadata', tagged('"metadata":{"a":""}')],
  ['a long text of metadata', tagged(`"metadata":{"a":"${'x'.repeat(501)}"}`)],
])('refuses %s with 400, and opens nothing', async (_, text) => {
  for (const path of PATHS) expect(await world.client.postText(path, text)).toMatchObject({ code: 400, status: false })
  expect(await opened()).toBe(0)
})

test.each(['CARD', 'fiat', ''])('refuses the kind of provider "%s"', async (kind) => {
  const answer = await world.client.post(`/v1/payments/subscribe?providerType=${kind}`, topUpRequest(5))
  expect(answer.code).toBe(400)
  expect(await opened()).toBe(0)
})

test.each(['1e2', '1.0E2', '1000000.000000000'])('accepts the exact amount %s in any notation', async (amount) => {
  for (const path of PATHS) expect((await world.client.postText(path, topUp(amount))).code).toBe(200)
  const { items } = paymentPage.parse((await world.client.get('/v1/payments')).data)
  expect(items.map(({ amountUsd }) => Number(amountUsd))).toEqual([Number(amount)])
})

test('accepts the longest description, and the smallest and the largest top-up', async () => {
  for (const amountUsd of [1, 1_000_000])
    expect((await world.client.post(PATHS[0], topUpRequest(amountUsd))).code).toBe(200)
  const long = { ...topUpRequest(5), description: 'x'.repeat(500) }
  expect((await world.client.post(PATHS[1], long)).code).toBe(200)
})

test('an account that its bank does not open is listed beside the open ones', async () => {
  await world.withoutBank(async () => {
    const answer = await world.client.post(PATHS[1], topUpRequest(5), 'bank-is-away')
    expect(answer).toMatchObject({ code: 200, message: 'Deposit accounts; some could not be opened' })
    expect(answer.data).toHaveLength(2)
    expect(answer.notOpened).toEqual([{ kind: 'FIAT', provider: 'sandbox', chainId: null, tokenSymbol: null }])
    expect(await world.client.post(PATHS[1], topUpRequest(5), 'bank-is-away')).toEqual({ ...answer, replayed: true })
  })
})

test('a plan that is not sold is not found', async () => {
  for (const path of PATHS)
    expect(await world.client.post(path, planRequest(2_147_483_647))).toMatchObject({ refusal: 'plan_not_found' })
  expect(await opened()).toBe(0)
})

test('ids of another project of the same business are not found', async () => {
  await world.buy(planRequest(await createPlanAt({ priceMinor: 3_000_000n })))
  const [subscription] = await world.held()
  const id = subscription?.id ?? ''
  const payments = paymentPage.parse((await world.client.get('/v1/payments')).data).items
  const other = await walletClient({ businessId: world.client.businessId })
  for (const path of [`/v1/payments/${payments[0]?.id}`, `/v1/payments/subscription/${id}`])
    expect((await other.get(path)).code).toBe(404)
  expect((await other.post(`/v1/subscriptions/${id}/cancel`)).code).toBe(404)
  expect((await other.post(`/v1/subscriptions/${id}/auto-renew`, { autoRenew: false })).code).toBe(404)
  expect(paymentPage.parse((await other.get(`/v1/payments?subscriptionId=${id}`)).data).total).toBe(0)
  expect(await world.held()).toMatchObject([{ id, status: 'ACTIVE', autoRenew: true }])
})

test('two equal requests at once: one payment with a key, two without, and one valid quote for a plan', async () => {
  const { client } = world
  const twice = (request: object, key?: string) =>
    Promise.all([1, 2].map(() => client.post('/v1/payments/subscribe?providerType=FIAT', request, key)))
  const keyed = await twice(topUpRequest(7), 'at-once')
  expect(keyed.filter(({ code }) => code === 200).length).toBeGreaterThan(0)
  for (const { code } of keyed) expect([200, 409]).toContain(code)
  expect(await opened()).toBe(1)
  expect((await twice(topUpRequest(7))).map(({ code }) => code)).toEqual([200, 200])
  expect(await opened()).toBe(3)
  const planId = await createPlanAt({ priceMinor: 3_100_000n })
  const both = await twice(planRequest(planId))
  expect(both.map(({ code }) => code)).toEqual([200, 200])
  expect((await world.held('?status=PENDING')).length).toBe(1)
})
