import { randomUUID } from 'node:crypto'
import { asc, isNull } from 'drizzle-orm'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { webhookMessages } from '@/db/schema'
import { tokenView } from '@/schemas/tokens/contract'
import { operationView } from '@/schemas/tokens/operations/contract'
import { couponEventView, yieldView } from '@/schemas/tokens/payouts/contract'
import { workerCtx } from '@/server/ctx'
import { addEndpoint, messagesTo } from '@/server/webhooks/destinations/endpoint-world.test-data'
import { openTokenWorld, type TokenWorld } from './token-world.test-data'

const URL_OF_REQUEST = 'http://127.0.0.1:9/told'
const reported = { webhookUrl: URL_OF_REQUEST }
const message = z.strictObject({ type: z.string(), timestamp: z.iso.datetime(), data: z.unknown() })

let world: TokenWorld
let endpointId: string
beforeAll(async () => {
  world = await openTokenWorld()
  endpointId = (await addEndpoint(world.client.tenant, 'http://127.0.0.1:9/endpoint', { events: ['token.*'] })).id
})
afterAll(() => world.close())

type Row = { kind: string; body: string }

/** Parses the content of an event with its documented schema. */
function read({ kind, body }: Row) {
  const { type, data } = message.parse(JSON.parse(body))
  expect(type).toBe(kind)
  if (kind.startsWith('token.coupon.')) return { type, ...z.strictObject(couponEventView.shape).parse(data) }
  if (kind === 'token.deployed') return { type, ...z.strictObject(tokenView.shape).parse(data) }
  return { type, ...z.strictObject(operationView.shape).parse(data) }
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
const toEndpoint = async () => (await messagesTo(endpointId)).sort(byId).map(read)
const toRequests = async () =>
  (
    await workerCtx()
      .db.select()
      .from(webhookMessages)
      .where(isNull(webhookMessages.destinationId))
      .orderBy(asc(webhookMessages.id))
  ).map((row) => ({ ...read(row), url: row.url }))

test('each outcome is sent once, to the endpoint of the project and to the URL of its request', {
  timeout: 240_000,
}, async () => {
  const bond = await world.active({
    ticker: 'TOLD',
    name: 'Told of',
    price: 1,
    chain: 'BASE',
    decimals: 6,
    assetClass: 'BOND',
    tokenType: 'YIELD_BEARING',
    yieldParams: {
      annualRate: 12,
      firstCouponDate: await world.dayAfter(30),
      maturityDate: await world.dayAfter(45),
      couponInterval: 1,
      dayCount: '30_360',
      faceValuePerToken: 1,
      gracePeriod: 2,
    },
  })
  const own = await world.newWallet()
  const other = await world.newWallet()
  await world.done(bond.id, 'wallets', {
    wallets: [own, other].map((address, n) => ({ address, investorId: String(n) })),
  })
  await world.done(bond.id, 'mint', { to: own, amount: '100', ...reported })
  await world.done(bond.id, 'burn', { from: own, amount: '1', ...reported })
  await world.done(bond.id, 'transfer', { from: own, to: other, amount: '60', ...reported })
  await world.done(bond.id, 'pause', reported)
  await world.done(bond.id, 'unpause', reported)
  // Each would succeed alone, but after one of them the other cannot.
  const [one, two] = [
    await world.ask(bond.id, 'transfer', { from: own, to: other, amount: '30', ...reported }),
    await world.ask(bond.id, 'transfer', { from: own, to: other, amount: '29', ...reported }),
  ]
  const ends = [await world.ended(bond.id, one), await world.ended(bond.id, two)]
  expect(ends.map(({ status, code }) => [status, code])).toEqual([
    ['COMPLETED', null],
    ['FAILED', 'insufficient_balance'],
  ])

  await world.fund(getAddress(bond.tokenAdmin), 1_000_000_000n)
  const coupons = async () => yieldView.parse((await world.client.get(`/v1/tokens/${bond.id}/yield`)).data).coupons
  const [first, second] = await coupons()
  if (!first || !second) throw new Error('the bond has coupons')
  await world.travelTo(first.payDate)
  await world.client.signInAgain()
  await world.keep()
  await world.done(bond.id, `yield/${first.couponId}/pay`, reported)
  await world.travelTo(await world.dayAfter(40))
  await world.client.signInAgain()
  await world.follow()
  await world.keep()
  const rest = (await coupons()).slice(1)
  expect(rest.every(({ status }) => status === 'DEFAULTED')).toBe(true)
  for (const { couponId } of rest) await world.done(bond.id, `yield/${couponId}/pay`, reported)
  await world.done(bond.id, 'call', reported)

  const count = rest.length
  const times = (kind: string, n: number) => Array.from({ length: n }, () => kind)
  const cured = rest.flatMap(() => ['token.coupon.funded', 'token.coupon.paid'])
  const paid = { tokenId: bond.id, couponId: first.couponId, status: 'PAID', paidTotal: '0.99' }
  const received = await toEndpoint()
  expect(received.map(({ type }) => type)).toEqual([
    'token.deployed',
    'token.minted',
    'token.burned',
    'token.transferred',
    'token.paused',
    'token.unpaused',
    'token.transferred',
    'token.failed',
    'token.coupon.recorded',
    'token.coupon.funded',
    'token.coupon.paid',
    ...times('token.coupon.recorded', count),
    ...times('token.coupon.defaulted', count),
    ...cured,
    'token.called',
  ])
  expect(received.find(({ type }) => type === 'token.coupon.paid')).toMatchObject(paid)

  const asked = await toRequests()
  expect(asked.every(({ url }) => url === URL_OF_REQUEST)).toBe(true)
  expect(asked.map(({ type }) => type)).toEqual([
    'token.minted',
    'token.burned',
    'token.transferred',
    'token.paused',
    'token.unpaused',
    'token.transferred',
    'token.failed',
    ...times('token.coupon.paid', 1 + count),
    'token.called',
  ])
  expect(asked.find(({ type }) => type === 'token.coupon.paid')).toMatchObject(paid)
})

test('a refused request, or a repeated key, sends no second event', async () => {
  const token = await world.active({
    ticker: 'ONCE',
    name: 'Told once',
    price: 1,
    chain: 'BASE',
    decimals: 0,
    assetClass: 'OTHER',
    tokenType: 'ASSET',
  })
  const before = (await toEndpoint()).length
  const refused = await world.ask(token.id, 'mint', { to: await world.newWallet(), amount: '1', ...reported })
  expect([refused.code, refused.refusal]).toEqual([422, 'not_registered'])
  const key = randomUUID()
  const mint = { to: token.tokenAdmin, amount: '1', ...reported }
  await world.ended(token.id, await world.ask(token.id, 'mint', mint, key))
  expect((await world.ask(token.id, 'mint', mint, key)).replayed).toBe(true)
  await world.turn()
  expect((await toEndpoint()).slice(before).map(({ type }) => type)).toEqual(['token.minted'])
})
