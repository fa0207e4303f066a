import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { subscriptions } from '@/db/schema'
import { inOperator, workerCtx } from '@/server/ctx'
import { anyOperator } from '@/server/testing/any-operator'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { unusedValue } from './running'
import { setProjectPlan } from './set-project-plan'
import { renewedColumns, toRunning } from './to-running'

const WHO = anyOperator()
const at = (day: string) => new Date(`${day}T10:00:00Z`)
const [JAN, FEB, MARCH] = [at('2027-01-31'), at('2027-02-28'), at('2027-03-31')]

openDatabase()
afterEach(() => vi.useRealTimers())

const db = () => workerCtx().db

async function oneOf(businessId: string) {
  const [row] = await db().select().from(subscriptions).where(eq(subscriptions.businessId, businessId))
  if (!row) throw new Error('there is no subscription')
  return row
}

/** A tenant whose only subscription is Growth by the month from the end of January. */
async function subscribed() {
  const { businessId, projectId } = await createTenant()
  await db().delete(subscriptions).where(eq(subscriptions.businessId, businessId))
  const terms = { planId: 2, productId: 1, status: 'ACTIVE', createdBy: 'test', billingCycle: 'MONTHLY' } as const
  const period = { startDate: JAN, endDate: FEB, anchorDay: 31, priceMinor: 3_000_000n }
  await db()
    .insert(subscriptions)
    .values({ businessId, projectId, ...terms, ...period })
  return oneOf(businessId)
}

test('a renewal paid early is kept as a period of its own, with what it cost', async () => {
  const row = await subscribed()
  const running = toRunning(row)
  if (!running) throw new Error('it does not run')
  expect(running).toMatchObject({ version: 1, start: JAN, end: FEB, anchorDay: 31, priceMinor: 3_000_000n, ahead: [] })
  const renewal = { start: FEB, end: MARCH, anchorDay: 31, priceMinor: 4_000_000n }
  await db()
    .update(subscriptions)
    .set(renewedColumns(running, renewal, JAN))
    .where(eq(subscriptions.id, row.id))
  const renewed = await oneOf(row.businessId)
  expect(renewed).toMatchObject({ version: 2, startDate: JAN, endDate: MARCH, priceMinor: 3_000_000n })
  const after = toRunning(renewed)
  expect(after).toMatchObject({ version: 2, start: JAN, end: FEB })
  expect(after && unusedValue(after, JAN)).toEqual({ numerator: 7_000_000n, denominator: 1n })
  expect(after && unusedValue(after, FEB)).toEqual({ numerator: 4_000_000n, denominator: 1n })
})

test('a renewal behind the end takes the place of the period that is over', async () => {
  const running = toRunning(await subscribed())
  if (!running) throw new Error('it does not run')
  const renewal = { start: FEB, end: MARCH, anchorDay: 31, priceMinor: 4_000_000n }
  expect(renewedColumns(running, renewal, new Date(FEB.getTime() + 1))).toEqual({
    startDate: FEB,
    endDate: MARCH,
    priceMinor: 4_000_000n,
    ahead: [],
    anchorDay: 31,
    version: 2,
  })
})

test('what ended or waits for its money runs no more, or not yet', async () => {
  const row = await subscribed()
  for (const status of ['PENDING', 'CANCELED', 'EXPIRED'] as const) expect(toRunning({ ...row, status })).toBeNull()
})

test('a plan that an operator gives is worth nothing later', async () => {
  // Stops the clock, so that the plan starts today.
  vi.useFakeTimers({ toFake: ['Date'] })
  const { businessId, projectId } = await subscribed()
  await inOperator(WHO, (ctx) => setProjectPlan(ctx, { businessId, projectId, productId: 1, planId: 3 }))
  const rows = await db().select().from(subscriptions).where(eq(subscriptions.businessId, businessId))
  const given = rows.map(toRunning).find((running) => running !== null)
  expect(given).toMatchObject({ planId: 3, priceMinor: 0n, anchorDay: new Date().getUTCDate() })
  expect(given && unusedValue(given, new Date())).toMatchObject({ numerator: 0n })
})
