import { expect, test } from 'vitest'
import { unitsOf } from '@/server/ledger/holder.test-data'
import { openDatabase } from '@/server/testing/open-database'
import { setRate } from '@/server/testing/set-rate'
import { CNGN, openDoorWorld, planRequest, topUpRequest, USDC } from './door-world.test-data'
import { createPlanAt, RATE_E8 } from './payment-world.test-data'

openDatabase()
const world = openDoorWorld()

const JAN_1 = new Date('2027-01-01T00:00:00Z')
const FEB_1 = new Date('2027-02-01T00:00:00Z')
const CHANGE = new Date('2027-01-11T06:00:00Z')
/** USD per naira at 1,550 naira a dollar. */
const FX_RATE = 0.00064516129

const growth = () => createPlanAt({ priceMinor: 3_000_000n })
const scale = () => createPlanAt({ priceMinor: 5_000_000n })
const free = () => createPlanAt({ priceMinor: 0n })
const dollars = () => unitsOf(world.client.tenant, 'USD', 'available')
const quoted = async (request: object) => world.client.post('/v1/payments/quote', request)

test('rule 1: "A free plan is activated at once and `data` is an empty array."', async () => {
  const planId = await free()
  expect(await world.open(planRequest(planId))).toEqual([])
  expect(await world.held()).toMatchObject([{ planId, status: 'ACTIVE', creditAmount: 0 }])
})

test('rule 2: "All amounts are priced at one NGN/USD rate returned as `fxRate` (USD per 1 NGN), locked until `expiryAt`."', async () => {
  await world.at(JAN_1)
  const accounts = await world.open(topUpRequest(20))
  expect(accounts.map(({ kind }) => kind).sort()).toEqual(['FIAT', 'STABLECOIN', 'STABLECOIN'])
  for (const { fxRate, expiryAt } of accounts) expect([fxRate, expiryAt]).toEqual([FX_RATE, '2027-01-01T00:30:00.000Z'])
  const [late] = await world.open(topUpRequest(20), '?providerType=FIAT')
  await setRate(3_100_00000000n)
  const [bank] = accounts.filter(({ kind }) => kind === 'FIAT')
  if (!bank || !late) throw new Error('no bank')
  await world.at(new Date(JAN_1.getTime() + 30 * 60_000 - 1))
  expect(await world.send(bank)).toMatchObject({ status: 'SUCCESS', exceptions: [] })
  expect(await dollars()).toBe(20_000_000n)
  await world.at(new Date(JAN_1.getTime() + 30 * 60_000))
  expect(await world.send(late)).toMatchObject({ exceptions: ['LATE'] })
  expect(await dollars()).toBe(30_000_000n)
  await setRate(RATE_E8)
})

test('rule 3: "Stablecoin quotes are in the token\'s peg currency. USD-pegged tokens quote the USD equivalent. cNGN is 1:1 with the naira, so `amountExpected` is the naira amount and `amountExpectedNgn` carries the naira value."', async () => {
  await world.at(JAN_1)
  await world.buy(planRequest(await growth()))
  await world.at(CHANGE)
  const accounts = await world.open(planRequest(await scale()), '?providerType=STABLECOIN')
  const of = (token: string) => accounts.find((one) => one.kind === 'STABLECOIN' && one.tokenAddress === token)
  expect(of(CNGN)).toMatchObject({ pegCurrency: 'NGN', amountExpected: 29_919.36, amountExpectedNgn: 29_919.36 })
  expect(of(USDC)).toMatchObject({ pegCurrency: 'USD', amountExpected: 19.302813, amountExpectedNgn: 29_919.36 })
})

test('rule 4: "the unused value (current plan price times fraction of period remaining) is credited against the new price and only the difference is charged. Response amounts already include the credit."', async () => {
  const [from, to] = [await growth(), await scale()]
  await world.at(JAN_1)
  await world.buy(planRequest(from))
  await world.at(CHANGE)
  expect((await quoted(planRequest(to))).data).toMatchObject({
    ...{ amountNgn: 29_919.36, creditNgn: 20_080.64, amountUsd: '19.302813' },
    ...{ periodStart: CHANGE.toISOString(), periodEnd: '2027-02-11T06:00:00.000Z' },
  })
  const [account] = await world.open(planRequest(to), '?providerType=FIAT')
  expect(account?.amountExpected).toBe(29_919.36)
  if (account) expect(await world.send(account)).toMatchObject({ status: 'SUCCESS', creditMinor: 2_008_064n })
  const running = { planId: to, status: 'ACTIVE', creditAmount: 2_008_064, endDate: '2027-02-11T06:00:00.000Z' }
  expect(await world.held('?status=ACTIVE')).toMatchObject([running])
  expect(await world.held('?status=CANCELED')).toMatchObject([{ planId: from }])
  expect(await dollars()).toBe(0n)
})

test('rule 5: "Moving from a free plan: no credit; full price; the free subscription and grant are replaced."', async () => {
  const [from, to] = [await free(), await growth()]
  await world.at(JAN_1)
  await world.open(planRequest(from))
  await world.at(CHANGE)
  expect((await quoted(planRequest(to))).data).toMatchObject({ amountNgn: 30_000, creditNgn: 0 })
  expect(await world.buy(planRequest(to))).toMatchObject({
    status: 'SUCCESS',
    amountMinor: 3_000_000n,
    creditMinor: 0n,
  })
  expect(await world.held('?status=ACTIVE')).toMatchObject([{ planId: to, creditAmount: 0 }])
  expect(await world.held('?status=CANCELED')).toMatchObject([{ planId: from }])
})

test('rule 6: "When the credit would cover the whole new price (a downgrade), the request is rejected"', async () => {
  const [from, cheaper, equal] = [await scale(), await growth(), await scale()]
  await world.at(JAN_1)
  await world.buy(planRequest(from))
  for (const request of [planRequest(cheaper), planRequest(equal)]) {
    expect(await quoted(request)).toMatchObject({ code: 422, refusal: 'downgrade_refused', param: 'planId' })
    const refused = await world.client.post('/v1/payments/subscribe', request)
    expect(refused).toMatchObject({ code: 422, refusal: 'downgrade_refused', param: 'planId' })
  }
  expect(await world.held()).toHaveLength(1)
  // A millisecond of 31 days is used, so the price is one kobo.
  await world.at(new Date(JAN_1.getTime() + 1))
  expect((await quoted(planRequest(equal))).data).toMatchObject({ amountNgn: 0.01 })
  await world.at(FEB_1)
  expect((await quoted(planRequest(cheaper))).data).toMatchObject({ amountNgn: 30_000, creditNgn: 0 })
})

const DAY_MS = 86_400_000
test.each([
  ['early: behind what is paid', CHANGE, FEB_1, '2027-03-01T00:00:00.000Z'],
  ['at its very end: without a gap', FEB_1, FEB_1, '2027-03-01T00:00:00.000Z'],
  ['in grace: from the old end on', new Date(FEB_1.getTime() + 7 * DAY_MS - 1), FEB_1, '2027-03-01T00:00:00.000Z'],
  ['late: from now', new Date('2027-02-08T00:00:00Z'), new Date('2027-02-08T00:00:00Z'), '2027-03-08T00:00:00.000Z'],
])('rule 7: "Renewal: send the same planId again.", %s', async (_, now, start, end) => {
  const planId = await growth()
  await world.at(JAN_1)
  await world.buy(planRequest(planId))
  await world.at(now)
  expect((await quoted(planRequest(planId))).data).toMatchObject({
    ...{ amountNgn: 30_000, creditNgn: 0, periodStart: start.toISOString(), periodEnd: end },
  })
  expect(await world.buy(planRequest(planId))).toMatchObject({ status: 'SUCCESS', exceptions: [] })
  expect(await world.held('?status=ACTIVE')).toMatchObject([{ planId, endDate: end }])
})
