import { and, eq, isNull } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { alarms, priceSources } from '@/db/schema'
import { WATCHERS } from '@/registry/watchers'
import { setFixedPriceInput } from '@/schemas/prices/contract'
import { runWatchers } from '@/server/alarms/run-watchers'
import { forgetCaches } from '@/server/changing-cache'
import { inOperatorReading, workerCtx } from '@/server/ctx'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { anyOperator } from '@/server/testing/any-operator'
import { openDatabase } from '@/server/testing/open-database'
import { startFeedNode } from './feed-node.test-data'
import { findPrice, requirePrice } from './find-price'
import { listPriceSources } from './list-price-sources'

const CHAIN_ID = 84532
const FEED = '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419'
const MAX_AGE_SECONDS = 3_600
const WHO = anyOperator()

openDatabase()
let node: Awaited<ReturnType<typeof startFeedNode>>
let symbol: string

beforeAll(async () => {
  node = await startFeedNode(CHAIN_ID)
  await addRpcEndpoint(CHAIN_ID, node.url)
})
afterAll(async () => {
  await node.close()
})
beforeEach(async () => {
  symbol = `T${v7().slice(-8)}`
  Object.assign(node.state, { answer: 2_512_34000000n, updatedAt: secondsAgo(60), decimals: 8, fault: null })
  await addSource({ source: 'feed', feedChainId: CHAIN_ID, feedAddress: FEED, maxAgeSeconds: MAX_AGE_SECONDS })
})
afterEach(() => vi.useRealTimers())

const db = () => workerCtx().db
const secondsAgo = (seconds: number) => BigInt(Math.floor(Date.now() / 1_000) - seconds)
const addSource = (source: Omit<typeof priceSources.$inferInsert, 'symbol'>) =>
  db()
    .insert(priceSources)
    .values({ symbol, ...source })
const openAlarms = () =>
  db()
    .select()
    .from(alarms)
    .where(and(eq(alarms.kind, 'no_price'), eq(alarms.subject, symbol), isNull(alarms.closedAt)))

/** Reads again, as ten seconds later. */
function findAgain(): ReturnType<typeof findPrice> {
  forgetCaches()
  return findPrice(symbol)
}

test('reads the price and its time from the feed', async () => {
  expect(await findPrice(symbol)).toEqual({
    priceE8: 2_512_34000000n,
    at: new Date(Number(node.state.updatedAt) * 1_000),
  })
})

test.each([
  [18, 1_500_000_000_000_000_000n, 150_000_000n],
  [18, 1_999_999_999_999_999_999n, 199_999_999n],
  [6, 2_000_001n, 200_000_100n],
  [0, 3n, 300_000_000n],
])('brings an answer with %i decimals to eight', async (decimals, answer, priceE8) => {
  Object.assign(node.state, { decimals, answer })
  expect(await findPrice(symbol)).toMatchObject({ priceE8 })
})

test.each([
  ['an answer of zero', { answer: 0n }],
  ['a negative answer', { answer: -5n }],
  ['decimals no feed has', { decimals: 200 }],
  ['a price that eight decimals cannot hold', { decimals: 18, answer: 1n }],
  ['a round that never finished', { updatedAt: 0n }],
  ['an answer from the future', { updatedAt: secondsAgo(-3_600) }],
  ['an answer older than the limit', { updatedAt: secondsAgo(MAX_AGE_SECONDS + 5) }],
  ['a node that answers with an error', { fault: 'error' }],
  ['an address without a contract', { fault: 'no contract' }],
  ['a contract that is no feed', { fault: 'nonsense' }],
])('has no price from %s, and says so until it is back', async (_name, state) => {
  const right = { ...node.state }
  Object.assign(node.state, state)
  expect(await findPrice(symbol)).toBeNull()
  await expect(requirePrice(symbol)).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Gas pricing is temporarily unavailable. Please try again shortly.',
  })
  expect(await openAlarms()).toHaveLength(1)
  Object.assign(node.state, right)
  expect(await findAgain()).toMatchObject({ priceE8: 2_512_34000000n })
  expect(await openAlarms()).toEqual([])
})

test('a price nobody asks for any more closes its alarm once it can be read again', async () => {
  node.state.fault = 'error'
  expect(await findPrice(symbol)).toBeNull()
  const poll = () => runWatchers(workerCtx(), WATCHERS)
  await poll()
  expect(await openAlarms()).toHaveLength(1)
  node.state.fault = null
  await poll()
  expect(await openAlarms()).toEqual([])
})

test('a price without a source any more has no alarm', async () => {
  node.state.fault = 'error'
  expect(await findPrice(symbol)).toBeNull()
  await db().delete(priceSources).where(eq(priceSources.symbol, symbol))
  await runWatchers(workerCtx(), WATCHERS)
  expect(await openAlarms()).toEqual([])
})

test('an answer just within the limit is a price', async () => {
  node.state.updatedAt = secondsAgo(MAX_AGE_SECONDS - 5)
  expect(await findPrice(symbol)).not.toBeNull()
})

test('asks a silent node for no longer than a request can wait', async () => {
  node.state.fault = 'silence'
  const started = Date.now()
  expect(await findPrice(symbol)).toBeNull()
  expect(Date.now() - started).toBeLessThan(30_000)
})

test('while the feed cannot be read its last answer stands in until that is too old', async () => {
  node.state.updatedAt = secondsAgo(MAX_AGE_SECONDS - 30)
  expect(await findPrice(symbol)).not.toBeNull()
  node.state.fault = 'error'
  expect(await findAgain()).toMatchObject({ priceE8: 2_512_34000000n })
  expect(await openAlarms()).toHaveLength(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  expect(await findAgain()).toBeNull()
})

test('a remembered answer that grows too old is no price any more', async () => {
  node.state.updatedAt = secondsAgo(MAX_AGE_SECONDS - 5)
  expect(await findPrice(symbol)).not.toBeNull()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_000 })
  expect(await findPrice(symbol)).toBeNull()
})

test('callers at once and shortly after share one look at the feed', async () => {
  const before = node.calls()
  await Promise.all(Array.from({ length: 50 }, () => findPrice(symbol)))
  await findPrice(symbol)
  expect(node.calls() - before).toBe(2)
})

test('a symbol without a source has no price and rings no alarm', async () => {
  const unknown = `${symbol}X`
  expect(await findPrice(unknown)).toBeNull()
  await expect(requirePrice(unknown)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await db().select().from(alarms).where(eq(alarms.subject, unknown))).toEqual([])
})

test('a feed on a chain without an endpoint is no price', async () => {
  await db().update(priceSources).set({ feedChainId: 1 }).where(eq(priceSources.symbol, symbol))
  expect(await findAgain()).toBeNull()
  const [alarm] = await openAlarms()
  expect(alarm?.message).toBe(`The price of ${symbol} cannot be read: Chain 1 has no active endpoint`)
})

test('a fixed price does not age', async () => {
  await db()
    .update(priceSources)
    .set({ source: 'fixed', fixedE8: 65_000n, updatedAt: new Date('2020-01-01') })
    .where(eq(priceSources.symbol, symbol))
  expect(await findAgain()).toEqual({ priceE8: 65_000n, at: new Date('2020-01-01') })
})

test('lists what every source says now', async () => {
  const listed = await inOperatorReading(WHO, listPriceSources)
  expect(listed.items.find((row) => row.symbol === symbol)).toEqual({
    symbol,
    source: 'feed',
    priceUsd: '2512.34',
    at: expect.any(String),
    maxAgeSeconds: MAX_AGE_SECONDS,
    feed: { chainId: CHAIN_ID, chainName: 'Base Sepolia', address: FEED },
    problem: null,
  })
})

test.each(['0', '-1', '1e2', '', '0.000000001', 'one'])('takes no price of "%s"', (priceUsd) => {
  expect(setFixedPriceInput.safeParse({ symbol: 'ETH', priceUsd }).success).toBe(false)
})
