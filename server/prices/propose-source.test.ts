import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog, priceSources } from '@/db/schema'
import type { PriceSourceView } from '@/schemas/prices/contract'
import type { ProposalPage, ProposalView } from '@/schemas/proposals/contract'
import { forgetCaches } from '@/server/changing-cache'
import { workerCtx } from '@/server/ctx'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { openDatabase } from '@/server/testing/open-database'
import { newOperator, type Operator } from '@/server/testing/operator-calls'
import { startFeedNode } from './feed-node.test-data'
import { findPrice } from './find-price'

const CHAIN_ID = 84532
const FEED = '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419'
const OTHER_FEED = '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE'

openDatabase()
let node: Awaited<ReturnType<typeof startFeedNode>>
let symbol: string
let asking: Operator
let agreeing: Operator

beforeAll(async () => {
  node = await startFeedNode(CHAIN_ID)
  await addRpcEndpoint(CHAIN_ID, node.url)
  asking = await newOperator()
  agreeing = await newOperator()
})
afterAll(async () => {
  await node.close()
})
beforeEach(async () => {
  symbol = `T${v7().slice(-8)}`
  Object.assign(node.state, { answer: 2_512_34000000n, updatedAt: secondsAgo(60), decimals: 8, fault: null })
  const feed = { source: 'feed', feedChainId: CHAIN_ID, feedAddress: FEED, maxAgeSeconds: 3_600 } as const
  await db()
    .insert(priceSources)
    .values({ symbol, ...feed })
})

const db = () => workerCtx().db
const secondsAgo = (seconds: number) => BigInt(Math.floor(Date.now() / 1_000) - seconds)

/** Reads again, as ten seconds later. */
function findAgain(): ReturnType<typeof findPrice> {
  forgetCaches()
  return findPrice(symbol)
}

/** The second operator agrees to the only proposal. Returns it. */
async function approve(): Promise<ProposalView | undefined> {
  const { items } = await agreeing.ask<ProposalPage>('proposals.list', { page: 1 })
  expect(items).toHaveLength(1)
  await agreeing.mutate('proposals.approve', { proposalId: items[0]?.id })
  return items[0]
}

test('a fixed price is changed by two operators, with a trace', async () => {
  await db()
    .update(priceSources)
    .set({ source: 'fixed', fixedE8: 65_000n, updatedAt: new Date('2020-01-01') })
    .where(eq(priceSources.symbol, symbol))
  expect(await asking.mutate('prices.setFixed', { symbol, priceUsd: '0.0007' })).toEqual({ state: 'proposed' })
  expect(await findAgain()).toMatchObject({ priceE8: 65_000n })
  expect(await approve()).toMatchObject({ what: `Price ${symbol} by hand`, reason: '0.0007 USD, before 0.00065 USD' })
  expect(await findAgain()).toMatchObject({ priceE8: 70_000n })
  const [row] = await db().select().from(auditLog).where(eq(auditLog.target, symbol))
  expect(row).toMatchObject({
    action: 'price.set',
    detail: { kind: 'fixed', priceUsd: '0.0007', former: { kind: 'fixed', priceUsd: '0.00065' } },
  })
})

test('a feed takes the place of another once two operators saw what it says, and a fixed price takes its own', async () => {
  const feed = { symbol, feedChainId: CHAIN_ID, feedAddress: OTHER_FEED }
  Object.assign(node.state, { answer: 3_000_00000000n, decimals: 8 })
  expect(await asking.ask('prices.findFeed', feed)).toMatchObject({
    ...{ chainName: 'Base Sepolia', description: 'ETH / USD', decimals: 8, priceUsd: '3000' },
  })
  expect(await asking.mutate('prices.setFeed', { ...feed, maxAgeMinutes: 30 })).toEqual({ state: 'proposed' })
  expect(await approve()).toMatchObject({
    what: `Price ${symbol} by a feed on Base Sepolia`,
    reason: `3,000.00 USD, before 3,000.00 USD; ${OTHER_FEED}, calls itself ETH / USD, at most 30 min old`,
  })
  const [row] = await db().select().from(priceSources).where(eq(priceSources.symbol, symbol))
  expect(row).toMatchObject({ source: 'feed', feedAddress: OTHER_FEED, maxAgeSeconds: 1_800, fixedE8: null })
  await asking.mutate('prices.setFixed', { symbol, priceUsd: '2999.5' })
  await approve()
  expect(await findAgain()).toMatchObject({ priceE8: 2_999_50000000n })
})

test.each([
  ['an answer older than the limit', { updatedAt: secondsAgo(1_900) }, 'minutes old, which would be no price'],
  ['an address without a contract', { fault: 'no contract' }, 'No feed answers at'],
  ['a contract that is no feed', { fault: 'nonsense' }, 'does not respond like a feed'],
  ['a feed that answers zero', { answer: 0n }, 'The feed returned 0'],
])('refuses %s, and the price stays', async (_, state, problem) => {
  Object.assign(node.state, state)
  const feed = { symbol, feedChainId: CHAIN_ID, feedAddress: OTHER_FEED, maxAgeMinutes: 30 }
  await expect(asking.mutate('prices.setFeed', feed)).rejects.toThrow(problem)
  const [row] = await db().select().from(priceSources).where(eq(priceSources.symbol, symbol))
  expect(row).toMatchObject({ feedAddress: FEED })
})

test('a coin of ours without a source gets a price, and not just any symbol', async () => {
  const set = (of: string) => asking.mutate('prices.setFixed', { symbol: of, priceUsd: '0.05' })
  await expect(set('NOTHING')).rejects.toThrow('Symbol not found')
  const listed = async () =>
    (await asking.ask<{ items: PriceSourceView[] }>('prices.list', {})).items.find((row) => row.symbol === 'ATC')
  expect(await listed()).toMatchObject({ source: null, priceUsd: null })
  await set('ATC')
  await approve()
  expect(await listed()).toMatchObject({ source: 'fixed', priceUsd: '0.05', problem: null })
})
