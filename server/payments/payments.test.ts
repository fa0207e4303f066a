import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { depositAccounts, subscriptions } from '@/db/schema'
import { fiatAccountView } from '@/schemas/payments/accounts/contract'
import { paymentPage, paymentView } from '@/schemas/payments/contract'
import { subscriptionPage } from '@/schemas/subscriptions/contract'
import { workerCtx } from '@/server/ctx'
import { createPlatform, driftOf, unitsOf } from '@/server/ledger/holder.test-data'
import { recording } from '@/server/metrics/metric'
import { nameTraces } from '@/server/testing/name-traces'
import { openDatabase } from '@/server/testing/open-database'
import { setRate } from '@/server/testing/set-rate'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { addEndpoint, messagesTo } from '@/server/webhooks/destinations/endpoint-world.test-data'
import { createPlanAt, pay, RATE_E8, readPayment } from './payment-world.test-data'
import { startBankWorld } from './providers/provider-world.test-data'

openDatabase()

let world: Awaited<ReturnType<typeof startBankWorld>>
let client: WalletClient

beforeAll(async () => {
  world = await startBankWorld()
  for (const [name, value] of Object.entries(world.variables)) vi.stubEnv(name, value)
  await createPlatform()
})
afterAll(async () => {
  await world.stop()
  vi.unstubAllEnvs()
})
beforeEach(async () => {
  client = await walletClient()
  await workerCtx().db.delete(subscriptions).where(eq(subscriptions.businessId, client.businessId))
  await setRate(RATE_E8)
})

const accountsOf = (data: unknown) => z.array(fiatAccountView).parse(data)
const plan = (planId: number, billingCycle = 'MONTHLY') => ({ purpose: 'SUBSCRIPTION', planId, billingCycle })
const topUp = (amountUsd: unknown) => ({ purpose: 'WALLET_TOPUP', amountUsd })

async function open(body: object) {
  const answer = await client.post('/v1/payments/subscribe', body)
  expect(answer).toMatchObject({ code: 200 })
  const [account] = accountsOf(answer.data)
  if (!account) throw new Error('no account')
  return account
}

/** Sends the exact amount to an account in time. */
async function settle({ reference, amountExpected }: Awaited<ReturnType<typeof open>>) {
  const [row] = await workerCtx().db.select().from(depositAccounts).where(eq(depositAccounts.reference, reference))
  if (!row) throw new Error('no account')
  expect(Number(row.expectedUnits) / 100).toBe(amountExpected)
  await pay({ accountId: row.id, units: row.expectedUnits, paidAt: new Date() })
  return readPayment(row.paymentId)
}

const listed = async (query = '') => paymentPage.parse((await client.get(`/v1/payments${query}`)).data)
const held = async (query = '') => subscriptionPage.parse((await client.get(`/v1/subscriptions${query}`)).data)

test('a top-up opens an account for exactly its naira, and is in the balance once paid', async () => {
  const account = await open({ ...topUp(25.5), description: 'October' })
  expect(account).toMatchObject({ kind: 'FIAT', amountExpected: 39_525, fxRate: 0.00064516129 })
  const [waiting] = (await listed()).items
  expect(waiting).toMatchObject({
    ...{ purpose: 'WALLET_TOPUP', status: 'PENDING', amount: 3_952_500, amountUsd: '25.50', currency: 'NGN' },
    ...{ subscriptionId: null, planId: null, billingCycle: null, providerId: null, description: 'October' },
    reference: account.reference,
  })
  expect(waiting?.updatedAt).toBe(waiting?.createdAt)
  await settle(account)
  const read = await client.get(`/v1/payments/${account.paymentId}`)
  expect(paymentView.parse(read.data)).toMatchObject({ status: 'SUCCESS', providerId: 'sandbox', exceptions: [] })
  expect(await unitsOf(client.tenant, 'USD', 'available')).toBe(25_500_000n)
})

test('the events of a payment are in the trace of the request that opened it', async () => {
  const stop = nameTraces()
  const { id } = await addEndpoint(client.tenant, 'https://x.example/hook', { events: ['payment.*'] })
  await settle(await open(topUp(25.5)))
  stop()
  const [message] = await messagesTo(id)
  expect(message?.traceContext).toMatch(/^POST \/v1\/payments\/subscribe/)
})

test('the time from arrival to booking is recorded once', async () => {
  const reported: unknown[] = []
  recording().to = { add() {}, record: ({ name }, labels, seconds) => reported.push([name, labels, seconds]) }
  const account = await open(topUp(25.5))
  const [row] = await workerCtx()
    .db.select()
    .from(depositAccounts)
    .where(eq(depositAccounts.reference, account.reference))
  if (!row) throw new Error('no account')
  const paidAt = new Date(Date.now() - 60_000)
  const paid = {
    accountId: row.id,
    units: row.expectedUnits,
    txn: v7(),
    paidAt,
    now: new Date(paidAt.getTime() + 60_000),
  }
  await pay(paid)
  await pay(paid)
  recording().to = null
  const arrivals = reported.filter((each) => Array.isArray(each) && each[0] === 'slipway_money_arrival_seconds')
  expect(arrivals).toEqual([['slipway_money_arrival_seconds', { provider: 'sandbox' }, 60]])
})

test.each([0, 0.99, 1_000_000.01, 1.001, -5, -0, '25', 0.1 + 0.2])('refuses a top-up of %s', async (amount) => {
  expect((await client.post('/v1/payments/subscribe', topUp(amount))).code).toBe(400)
  expect((await listed()).total).toBe(0)
})

test('a plan runs once paid, renews early after its paid period, and is replaced by a more expensive one', async () => {
  const [small, large] = [
    await createPlanAt({ priceMinor: 3_000_000n }),
    await createPlanAt({ priceMinor: 5_000_000n }),
  ]
  const first = await open(plan(small))
  const [pending] = (await held()).items
  expect(pending).toMatchObject({ status: 'PENDING', planId: small })
  await settle(first)
  const [active] = (await held()).items
  expect(active).toMatchObject({ id: pending?.id, status: 'ACTIVE', autoRenew: true })
  await settle(await open(plan(small)))
  const renewed = await held('?status=ACTIVE')
  expect(renewed.items).toHaveLength(1)
  expect(renewed.items[0]?.id).toBe(active?.id)
  expect(Date.parse(renewed.items[0]?.endDate ?? '')).toBeGreaterThan(Date.parse(active?.endDate ?? ''))
  // The rest of two months is worth 30,000 each, which covers 50,000.
  expect(await client.post('/v1/payments/subscribe', plan(large))).toMatchObject({
    code: 422,
    refusal: 'downgrade_refused',
  })
  const dearest = await createPlanAt({ priceMinor: 9_000_000n })
  const upgrade = await settle(await open(plan(dearest)))
  expect(upgrade).toMatchObject({ status: 'SUCCESS', change: 'UPGRADE' })
  expect((await held()).items.map(({ status }) => status).sort()).toEqual(['ACTIVE', 'CANCELED'])
  const ofFirst = await client.get(`/v1/payments/subscription/${active?.id}`)
  expect(z.array(paymentView).parse(ofFirst.data)).toHaveLength(2)
  expect((await listed('?purpose=SUBSCRIPTION&status=SUCCESS&pageSize=2')).total).toBe(3)
  expect(await driftOf(client.tenant)).toEqual([])
})

test('a quote has the price of the payment, and opens nothing', async () => {
  const planId = await createPlanAt({ priceMinor: 3_000_000n })
  const quote = await client.post('/v1/payments/quote', plan(planId, 'YEARLY'))
  expect(quote.data).toMatchObject({ amountNgn: 300_000, creditNgn: 0, purpose: 'SUBSCRIPTION' })
  expect((await listed()).total).toBe(0)
  expect((await open(plan(planId, 'YEARLY'))).amountExpected).toBe(300_000)
})

test('a free plan begins at once, without an account; while a paid one runs it is refused', async () => {
  const [free, paid] = [await createPlanAt({ priceMinor: 0n }), await createPlanAt({ priceMinor: 3_000_000n })]
  expect(await client.post('/v1/payments/subscribe', plan(free))).toMatchObject({ code: 200, data: [] })
  expect((await held()).items).toMatchObject([{ planId: free, status: 'ACTIVE' }])
  await settle(await open(plan(paid)))
  expect(await client.post('/v1/payments/subscribe', plan(free))).toMatchObject({
    code: 422,
    refusal: 'paid_plan_runs',
  })
})

test('a second quote replaces the first, whose money goes to the balance', async () => {
  const planId = await createPlanAt({ priceMinor: 3_100_000n })
  const [first, second] = [await open(plan(planId)), await open(plan(planId, 'YEARLY'))]
  expect(await settle(first)).toMatchObject({ status: 'PENDING', exceptions: ['BASIS_CHANGED'] })
  expect(await unitsOf(client.tenant, 'USD', 'available')).toBe(20_000_000n)
  expect((await settle(second)).status).toBe('SUCCESS')
  expect((await held('?status=ACTIVE')).items).toHaveLength(1)
  expect(await driftOf(client.tenant)).toEqual([])
})

test('one key opens one payment; without a key each call opens one', async () => {
  const key = 'a-key-of-ours'
  const first = await client.post('/v1/payments/subscribe', topUp(5), key)
  const again = await client.post('/v1/payments/subscribe', topUp(5), key)
  expect(again).toMatchObject({ code: 200, replayed: true, data: first.data })
  expect((await listed()).total).toBe(1)
})

test('if no bank answers nothing is opened, and the key can be used again', async () => {
  await world.stop()
  const refused = await client.post('/v1/payments/subscribe', topUp(5), 'once-more')
  expect(refused).toMatchObject({ code: 503, refusal: 'providers_unavailable' })
  expect((await listed('?status=FAILED')).total).toBe(1)
  await world.restart()
  expect(await client.post('/v1/payments/subscribe', topUp(5), 'once-more')).toMatchObject({
    code: 200,
    replayed: false,
  })
})

test('a canceled subscription runs until its end, and renewal can be enabled again', async () => {
  await settle(await open(plan(await createPlanAt({ priceMinor: 3_000_000n }))))
  const [one] = (await held()).items
  const canceled = await client.post(`/v1/subscriptions/${one?.id}/cancel`)
  expect(canceled.data).toMatchObject({ status: 'ACTIVE', autoRenew: false })
  const on = await client.post(`/v1/subscriptions/${one?.id}/auto-renew`, { autoRenew: true })
  expect(on.data).toMatchObject({ status: 'ACTIVE', autoRenew: true })
})

test('payments of another project are not found', async () => {
  const account = await open(topUp(5))
  const other = await walletClient({ businessId: client.businessId })
  expect(await other.get(`/v1/payments/${account.paymentId}`)).toMatchObject({
    code: 404,
    message: 'Payment not found',
  })
  expect(paymentPage.parse((await other.get('/v1/payments')).data).total).toBe(0)
})
