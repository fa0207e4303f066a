import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import {
  auditLog,
  chains,
  chainTokens,
  depositTokens,
  fxSources,
  gasBudgets,
  plans,
  proposals,
  rpcEndpoints,
} from '@/db/schema'
import type { ProposalPage, ProposalView } from '@/schemas/proposals/contract'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { workerCtx } from '@/server/ctx'
import { PILOT } from '@/server/plans/plan-terms.test-data'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { newOperator, type Operator } from '@/server/testing/operator-calls'

const [TESTNET, MAINNET] = [84532, 31337]
const SOURCE = {
  name: 'open-er-api',
  isActive: true,
  priority: 10,
  maxAgeMinutes: 1_800,
  maxDeviationBps: 500,
} as const

openDatabase()
let asking: Operator
let agreeing: Operator
beforeAll(async () => {
  asking = await newOperator()
  agreeing = await newOperator()
})
beforeEach(async () => {
  await db().delete(proposals)
  await db().update(chains).set({ gasPolicy: 'debited' }).where(eq(chains.network, 'MAINNET'))
  const { name, maxAgeMinutes, ...terms } = SOURCE
  await db()
    .update(fxSources)
    .set({ ...terms, maxAgeSeconds: maxAgeMinutes * 60 })
    .where(eq(fxSources.name, name))
})

const db = () => workerCtx().db

/** The only waiting proposal. Throws if there is not exactly one. */
async function only(): Promise<ProposalView> {
  const { items } = await agreeing.ask<ProposalPage>('proposals.list', { page: 1 })
  const [item] = items
  if (!item || items.length > 1) throw new Error(`${items.length} proposals wait`)
  return item
}
const approve = async (as = agreeing) => as.mutate('proposals.approve', { proposalId: (await only()).id })

const sourceRow = async () => (await db().select().from(fxSources).where(eq(fxSources.name, SOURCE.name)))[0]
const updateSource = (change: object) => asking.mutate('fx.updateSource', { ...SOURCE, ...change })

test('a source of rates is trusted less at once, and more once a second operator agrees', async () => {
  expect(await updateSource({ maxAgeMinutes: 60, maxDeviationBps: 100 })).toEqual({ state: 'done' })
  expect(await updateSource({ maxAgeMinutes: 60, maxDeviationBps: 100, isActive: false })).toEqual({ state: 'done' })
  expect(await sourceRow()).toMatchObject({ isActive: false, maxAgeSeconds: 3_600, maxDeviationBps: 100 })

  expect(await updateSource({ maxAgeMinutes: 60 })).toEqual({ state: 'proposed' })
  expect(await sourceRow()).toMatchObject({ isActive: false, maxDeviationBps: 100 })
  expect(await only()).toMatchObject({
    what: 'Change the rate source open-er-api',
    reason: 'On: no → yes; May differ by (hundredths of a percent): 100 → 500',
  })
  await expect(approve(asking)).rejects.toThrow('this needs two people')
  await approve()
  expect(await sourceRow()).toMatchObject({ isActive: true, maxAgeSeconds: 3_600, maxDeviationBps: 500, askedAt: null })
  const isOurs = and(eq(auditLog.target, SOURCE.name), eq(auditLog.action, 'rate_source.updated'))
  expect(await db().$count(auditLog, isOurs)).toBe(3)
})

test.each([
  ['its place', { priority: 0 }],
  ['how old its rates may be', { maxAgeMinutes: 1_801 }],
  ['how far they may jump', { maxDeviationBps: 501 }],
])('%s takes a second operator', async (_, change) => {
  expect(await updateSource(change)).toEqual({ state: 'proposed' })
  expect(await sourceRow()).toMatchObject({ priority: 10, maxAgeSeconds: 108_000, maxDeviationBps: 500 })
})

test('a source that changed since it was proposed stays as it is', async () => {
  await updateSource({ maxDeviationBps: 5_000 })
  await updateSource({ isActive: false })
  await expect(approve()).rejects.toThrow('has changed meanwhile')
  expect(await sourceRow()).toMatchObject({ isActive: false, maxDeviationBps: 500 })
})

async function sponsored(): Promise<string> {
  const { businessId } = await createTenant()
  return businessId
}
const setBudget = (businessId: string, chainId: number, dailyUsd: string) =>
  asking.mutate('sponsorship.setBudget', { businessId, chainId, dailyUsd, reason: 'For a test' })
async function budgetOf(businessId: string): Promise<bigint | null> {
  const [row] = await db().select().from(gasBudgets).where(eq(gasBudgets.businessId, businessId))
  return row?.dailyMicros ?? null
}

test('a budget of real gas is lowered at once, and raised once a second operator agrees', async () => {
  const businessId = await sponsored()
  expect(await setBudget(businessId, MAINNET, '2000')).toEqual({ state: 'proposed' })
  expect(await budgetOf(businessId)).toBeNull()
  expect(await only()).toMatchObject({ businessId, reason: 'For a test' })
  expect((await only()).what).toMatch(/^Sponsor \$2,000\.00 of gas a day on Local mainnet, before \$[\d,]+\.\d\d$/)
  await approve()
  expect(await budgetOf(businessId)).toBe(2_000_000_000n)
  expect(await setBudget(businessId, MAINNET, '1500')).toEqual({ state: 'done' })
  expect(await setBudget(businessId, MAINNET, '1500.000001')).toEqual({ state: 'proposed' })
  expect(await budgetOf(businessId)).toBe(1_500_000_000n)
  await setBudget(businessId, MAINNET, '1000')
  await expect(approve()).rejects.toThrow('has changed meanwhile')
  expect(await budgetOf(businessId)).toBe(1_000_000_000n)
})

test("gas of a testnet costs nothing, and the plan's figure counts as the raise it is", async () => {
  const businessId = await sponsored()
  expect(await setBudget(businessId, TESTNET, '100000')).toEqual({ state: 'done' })
  const planned = await createTenant()
  await db().update(plans).set({ sponsoredDailyMicros: 5_000_000n })
  expect(await setBudget(planned.businessId, MAINNET, '0')).toEqual({ state: 'done' })
  expect(await setBudget(planned.businessId, MAINNET, '')).toEqual({ state: 'proposed' })
  await approve()
  expect(await budgetOf(planned.businessId)).toBeNull()
})

const { priceMonthlyMinor: _price, ...PLAN } = { ...PILOT, priceMonthly: '1' }
const gasOf = async (id: number) => (await db().select().from(plans).where(eq(plans.id, id)))[0]?.sponsoredDailyMicros

test('gas that a plan sponsors is raised by two where a mainnet sponsors any, with the rest of the plan saved', async () => {
  const made = await asking.mutate('plans.create', { ...PLAN, name: randomUUID(), productId: 1 })
  expect(made).toMatchObject({ state: 'done' })
  await db().update(chains).set({ gasPolicy: 'sponsored' }).where(eq(chains.chainId, MAINNET))
  const name = randomUUID()
  const second = await asking.mutate('plans.create', { ...PLAN, name, productId: 1 })
  expect(second).toMatchObject({ state: 'proposed' })
  const [plan] = await db().select().from(plans).where(eq(plans.name, name))
  if (!plan) throw new Error('no plan')
  expect(plan.sponsoredDailyMicros).toBe(0n)
  expect(await only()).toMatchObject({
    what: `Sponsor $20.00 of gas a day and chain with the plan ${name}`,
    reason: 'Before: $0.00, for each business on it',
  })
  await approve()
  expect(await gasOf(plan.id)).toBe(20_000_000n)
  const update = (change: object) => asking.mutate('plans.update', { ...PLAN, name, ...change, planId: plan.id })
  expect(await update({ sponsoredDailyUsd: 19 })).toEqual({ state: 'done' })
  expect(await update({ sponsoredDailyUsd: 30, description: 'For banks' })).toEqual({ state: 'proposed' })
  const [changed] = await db().select().from(plans).where(eq(plans.id, plan.id))
  expect(changed).toMatchObject({ description: 'For banks', sponsoredDailyMicros: 19_000_000n })
  await update({ sponsoredDailyUsd: 1 })
  await expect(approve()).rejects.toThrow('has changed meanwhile')
})

test.each([
  ['MAINNET', MAINNET, 'proposed'],
  ['TESTNET', TESTNET, 'done'],
] as const)('a token is offered no longer at once; again on a %s: %i', async (_, chainId, state) => {
  const tokenAddress = `0x${randomUUID().replaceAll('-', '').padStart(40, '0')}`
  const known = { chainId, symbol: `T${tokenAddress.slice(-8)}`, decimals: 6 }
  await db()
    .insert(chainTokens)
    .values({ ...known, address: tokenAddress })
  const [token] = await db()
    .insert(depositTokens)
    .values({ ...known, tokenAddress, peg: 'USD', sweepLeastUnits: 1n })
    .returning()
  if (!token) throw new Error('no token')
  const isActive = async () =>
    (await db().select().from(depositTokens).where(eq(depositTokens.id, token.id)))[0]?.isActive
  const set = (on: boolean) => asking.mutate('payments.setDepositTokenActive', { tokenId: token.id, isActive: on })
  expect(await set(false)).toEqual({ state: 'done' })
  expect(await set(true)).toEqual({ state })
  if (state === 'proposed') {
    expect(await isActive()).toBe(false)
    expect(await only()).toMatchObject({ what: `Take payments in ${known.symbol} on Local mainnet again` })
    await approve()
  }
  expect(await isActive()).toBe(true)
})

const newEndpoint = async (chainId: number, isActive = true) => {
  const url = `https://${randomUUID()}.example/key-of-a-provider`
  const row = { chainId, url, label: 'Node', isActive, priority: 5 }
  const [endpoint] = await db().insert(rpcEndpoints).values(row).returning()
  if (!endpoint) throw new Error('no endpoint')
  return endpoint.id
}
const endpointRow = async (id: string) => (await db().select().from(rpcEndpoints).where(eq(rpcEndpoints.id, id)))[0]

test('an endpoint of a mainnet is used, or asked earlier, once a second operator agrees, and left at once', async () => {
  const endpointId = await newEndpoint(MAINNET)
  const set = (isActive: boolean) => asking.mutate('chains.setEndpointActive', { endpointId, isActive })
  const update = (change: object) =>
    asking.mutate('chains.updateEndpoint', { endpointId, label: 'Node', role: 'full', priority: 5, ...change })
  expect(await update({ label: 'Named' })).toEqual({ state: 'done' })
  expect(await update({ label: 'Other', priority: 0 })).toEqual({ state: 'proposed' })
  expect(await endpointRow(endpointId)).toMatchObject({ label: 'Other', priority: 5 })
  expect(await only()).toMatchObject({ reason: 'Priority: 5 → 0' })
  expect(JSON.stringify(await db().select().from(proposals))).not.toContain('key-of-a-provider')
  await expect(approve(asking)).rejects.toThrow('this needs two people')
  await approve()
  expect(await endpointRow(endpointId)).toMatchObject({ priority: 0 })
  expect(await set(false)).toEqual({ state: 'done' })
  expect(await set(true)).toEqual({ state: 'proposed' })
  expect(await endpointRow(endpointId)).toMatchObject({ isActive: false })
  await db().update(rpcEndpoints).set({ priority: 1 }).where(eq(rpcEndpoints.id, endpointId))
  await expect(approve()).rejects.toThrow('has changed meanwhile')
  await db().update(rpcEndpoints).set({ priority: 0 }).where(eq(rpcEndpoints.id, endpointId))
  await approve()
  expect(await endpointRow(endpointId)).toMatchObject({ isActive: true })
})

test('an endpoint of a testnet takes one operator, and a new one of a mainnet serves nothing before two', async () => {
  const endpointId = await newEndpoint(TESTNET, false)
  expect(await asking.mutate('chains.setEndpointActive', { endpointId, isActive: true })).toEqual({ state: 'done' })
  const node = await startStubNode({ chainId: MAINNET, head: 1n })
  const terms = { label: 'New', role: 'full', priority: 0, url: `${node.url}/key-of-a-provider` } as const
  const added = await asking.mutate('chains.addEndpoint', { chainId: MAINNET, ...terms })
  expect(added).toMatchObject({ state: 'proposed' })
  const { id } = z.object({ id: z.string() }).parse(added)
  expect(await endpointRow(id)).toMatchObject({ isActive: false })
  expect((await only()).what).toBe(`Use the endpoint New (${node.url}/…) on Local mainnet`)
  await approve()
  expect(await endpointRow(id)).toMatchObject({ isActive: true })
  await node.close()
})
