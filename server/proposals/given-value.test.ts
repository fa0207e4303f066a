import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { chains, depositScreenings, deposits, plans, proposals, subscriptions } from '@/db/schema'
import type { ProposalPage, ProposalView } from '@/schemas/proposals/contract'
import { workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { newMutationWorld } from '@/server/testing/mutation-world'
import { openDatabase } from '@/server/testing/open-database'
import { newOperator, type Operator } from '@/server/testing/operator-calls'
import { setRate } from '@/server/testing/set-rate'

const MAINNET = 31337
const USD = 1_000_000n

openDatabase()
const db = () => workerCtx().db
let asking: Operator
let agreeing: Operator
beforeAll(() => setRate(1_550_00000000n))
beforeEach(async () => {
  await db().delete(proposals)
  await db().update(chains).set({ gasPolicy: 'debited' }).where(eq(chains.network, 'MAINNET'))
  asking = await newOperator()
  agreeing = await newOperator()
})

/** The only waiting proposal. Throws if there is not exactly one. */
async function only(): Promise<ProposalView> {
  const { items } = await agreeing.ask<ProposalPage>('proposals.list', { page: 1 })
  const [item] = items
  if (!item || items.length > 1) throw new Error(`${items.length} proposals wait`)
  return item
}
const approve = async (as = agreeing) => as.mutate('proposals.approve', { proposalId: (await only()).id })

async function newPlan(terms: Partial<typeof plans.$inferInsert>): Promise<number> {
  const [like] = await db().select().from(plans).where(eq(plans.id, 3))
  if (!like) throw new Error('no plan to copy')
  const { id: _id, ...rest } = like
  const row = { ...rest, sponsoredDailyMicros: 0n, name: randomUUID(), ...terms }
  const [made] = await db().insert(plans).values(row).returning()
  return made?.id ?? 0
}

const TEN_TIMES = 10
const running = ({ projectId }: { projectId: string }, planId: number) =>
  db().$count(
    subscriptions,
    and(eq(subscriptions.projectId, projectId), eq(subscriptions.planId, planId), eq(subscriptions.status, 'ACTIVE')),
  )

test('plans worth more than the limit in a day are given by two operators', async () => {
  const { businessId, projectId } = await createTenant()
  const give = (planId: number | null) =>
    asking.mutate('subscriptions.setPlan', { businessId, projectId, productId: 1, planId })
  const half = await newPlan({ priceMonthlyMinor: 6_000_000n, yearlyMonths: TEN_TIMES, name: 'Half' })
  expect(await give(half)).toEqual({ state: 'done' })
  // 600,000 naira each: the second is above a million.
  expect(await give(half)).toEqual({ state: 'proposed' })
  const dear = await newPlan({ priceMonthlyMinor: 20_000_000n, yearlyMonths: TEN_TIMES, name: 'Dear' })
  await db().delete(proposals)
  expect(await give(dear)).toEqual({ state: 'proposed' })
  expect(await running({ projectId }, dear)).toBe(0)
  expect(await only()).toMatchObject({ businessId, reason: expect.stringContaining('Worth ₦2,000,000 a year') })
  await expect(approve(asking)).rejects.toThrow('Another person has to approve')
  await approve()
  expect(await running({ projectId }, dear)).toBe(1)
  expect(await give(null)).toEqual({ state: 'done' })
  expect(await running({ projectId }, dear)).toBe(0)
})

test('a plan that sponsors more gas of a mainnet is given by two operators, with the terms it had', async () => {
  const { businessId, projectId } = await createTenant()
  const planId = await newPlan({ priceMonthlyMinor: 0n, sponsoredDailyMicros: 5_000n * USD })
  const give = () => asking.mutate('subscriptions.setPlan', { businessId, projectId, productId: 1, planId })
  await db().update(chains).set({ gasPolicy: 'sponsored' }).where(eq(chains.chainId, MAINNET))
  expect(await give()).toEqual({ state: 'proposed' })
  await db()
    .update(plans)
    .set({ sponsoredDailyMicros: 9_000n * USD })
    .where(eq(plans.id, planId))
  await expect(approve()).rejects.toThrow('has changed meanwhile')
  expect(await running({ projectId }, planId)).toBe(0)
  await db()
    .update(plans)
    .set({ sponsoredDailyMicros: 5_000n * USD })
    .where(eq(plans.id, planId))
  await approve()
  expect(await running({ projectId }, planId)).toBe(1)
})

const statusOf = async (id: string) =>
  (await db().select().from(depositScreenings).where(eq(depositScreenings.depositId, id)))[0]?.status

test.each([
  ['below the limit', { chainId: MAINNET, valueUsdMicros: 600n * USD }, 'done'],
  ['above the limit', { chainId: MAINNET, valueUsdMicros: 1_000n * USD }, 'proposed'],
  ['without a value', { chainId: MAINNET, valueUsdMicros: null }, 'proposed'],
  ['of a testnet', { valueUsdMicros: 1_000n * USD }, 'done'],
] as const)('a flagged deposit %s is cleared: %o is %s', async (_, change, state) => {
  const depositId = await (await newMutationWorld('http://127.0.0.1:9')).screenedDeposit('OPERATOR')
  await db().update(deposits).set(change).where(eq(deposits.id, depositId))
  const decide = (decision: 'CLEARED' | 'KEPT') =>
    asking.mutate('deposits.decideScreeningOfAll', { depositId, decision, note: 'A mistake' })
  expect(await decide('KEPT')).toEqual({ state: 'done' })
  expect(await decide('CLEARED')).toEqual({ state })
  if (state === 'proposed') {
    expect(await statusOf(depositId)).toBe('KEPT')
    expect(await only()).toMatchObject({ reason: 'A mistake', what: expect.stringContaining('Clear the flag') })
    await expect(approve(asking)).rejects.toThrow('Another person has to approve')
    await approve()
  }
  expect(await statusOf(depositId)).toBe('CLEARED')
  await expect(decide('CLEARED')).rejects.toThrow('It was decided already')
})

test('deposits that one operator clears in a day count together', async () => {
  const world = await newMutationWorld('http://127.0.0.1:9')
  const clear = async () => {
    const depositId = await world.screenedDeposit('OPERATOR')
    await db()
      .update(deposits)
      .set({ chainId: MAINNET, valueUsdMicros: 400n * USD })
      .where(eq(deposits.id, depositId))
    return asking.mutate('deposits.decideScreeningOfAll', { depositId, decision: 'CLEARED', note: 'A mistake' })
  }
  expect(await clear()).toEqual({ state: 'done' })
  expect(await clear()).toEqual({ state: 'proposed' })
})
