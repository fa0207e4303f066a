import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { plans, subscriptions } from '@/db/schema'
import { inOperator, workerCtx } from '@/server/ctx'
import { anyOperator } from '@/server/testing/any-operator'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { setProjectPlan, transitionSubscriptions } from './set-project-plan'
import { canMove, RUNNING_STATES, SUBSCRIPTION_MOVES, type SubscriptionStatus } from './transitions'

const WHO = anyOperator()
const STATES: SubscriptionStatus[] = ['PENDING', 'ACTIVE', 'PAST_DUE', 'CANCELED', 'EXPIRED']

openDatabase()

const db = () => workerCtx().db

/** A project without any subscription, and one of it in a state. */
async function subscribed(status: SubscriptionStatus) {
  const { businessId, projectId } = await createTenant()
  await db().delete(subscriptions).where(eq(subscriptions.businessId, businessId))
  const id = newId()
  const [startDate, endDate] = [new Date(), new Date(Date.now() + 86_400_000)]
  const row = { id, businessId, projectId, planId: 2, productId: 1, status, startDate, endDate, createdBy: 'test' }
  await db().insert(subscriptions).values(row)
  return { id, businessId, projectId }
}

const statusOf = async (id: string) => {
  const [row] = await db().select().from(subscriptions).where(eq(subscriptions.id, id))
  return row?.status
}

test.each(STATES.flatMap((from) => STATES.map((to) => [from, to] as const)))(
  'a subscription goes from %s to %s only where the table says so',
  async (from, to) => {
    const { id, businessId } = await subscribed(from)
    const moved = await transitionSubscriptions(db(), { businessId, where: eq(subscriptions.id, id), to })
    expect(moved).toEqual(canMove(from, to) ? [id] : [])
    expect(await statusOf(id)).toBe(canMove(from, to) ? to : from)
  },
)

test('no way leads out of a final state, or back to waiting', () => {
  fc.assert(
    fc.property(fc.constantFrom(...STATES), fc.array(fc.constantFrom(...STATES)), (start, wanted) => {
      let state = start
      for (const to of wanted) {
        if (!canMove(state, to)) continue
        expect(SUBSCRIPTION_MOVES[state].length).toBeGreaterThan(0)
        expect(to).not.toBe('PENDING')
        state = to
      }
      if (start === 'CANCELED' || start === 'EXPIRED') expect(state).toBe(start)
    }),
    propertyRuns(),
  )
})

test('moves no subscription of another business', async () => {
  const [own, other] = await Promise.all([subscribed('ACTIVE'), subscribed('ACTIVE')])
  const where = eq(subscriptions.id, other.id)
  expect(await transitionSubscriptions(db(), { businessId: own.businessId, where, to: 'CANCELED' })).toEqual([])
  expect(await statusOf(other.id)).toBe('ACTIVE')
})

test('of two moves at once that exclude each other, one happens', async () => {
  const { id, businessId } = await subscribed('ACTIVE')
  const move = (to: SubscriptionStatus) =>
    transitionSubscriptions(db(), { businessId, where: eq(subscriptions.id, id), to })
  const moved = await Promise.all(
    Array.from({ length: 40 }, (_, index) => move(index % 2 === 0 ? 'CANCELED' : 'EXPIRED')),
  )
  expect(moved.flat()).toEqual([id])
})

test('plans set for one project at once all succeed, and one runs', async () => {
  const { businessId, projectId } = await subscribed('PAST_DUE')
  const [paid] = await db().select().from(plans).where(eq(plans.id, 3))
  expect(paid?.productId).toBe(1)
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      inOperator(WHO, (ctx) =>
        setProjectPlan(ctx, { businessId, projectId, productId: 1, planId: index % 2 === 0 ? 2 : 3 }),
      ),
    ),
  )
  const rows = await db()
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.businessId, businessId), eq(subscriptions.projectId, projectId)))
  const running: readonly string[] = RUNNING_STATES
  expect(rows).toHaveLength(21)
  expect(rows.filter(({ status }) => running.includes(status))).toHaveLength(1)
  expect(rows.filter(({ status }) => status === 'CANCELED')).toHaveLength(20)
})
