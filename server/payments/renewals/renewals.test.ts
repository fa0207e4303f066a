import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { businesses, payments, projects, subscriptionReminders, subscriptions } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { postCredit } from '@/server/ledger/credit-business'
import { createPlatform, driftOf, unitsOf } from '@/server/ledger/holder.test-data'
import {
  createPayer,
  createPlanAt,
  type Payer,
  subscriptionsOf,
  workerAt,
} from '@/server/payments/payment-world.test-data'
import { openDatabase } from '@/server/testing/open-database'
import { runRenewals } from './run-renewals'
import { sendReminders } from './send-reminders'

openDatabase()
beforeAll(createPlatform)

const END = new Date('2027-02-15T10:00:00Z')
const after = (ms: number) => workerAt(new Date(END.getTime() + ms))
let payer: Payer

beforeEach(async () => {
  await workerCtx().db.delete(subscriptionReminders)
  await workerCtx().db.delete(subscriptions)
  payer = await createPayer()
})

/** A subscription that runs until `END`, at 30,000 naira a month. */
async function runs({ autoRenew = true, priceMinor = 3_100_000n } = {}) {
  const { businessId, projectId } = payer
  const id = newId()
  await workerCtx()
    .db.insert(subscriptions)
    .values({
      ...{ id, businessId, projectId, planId: await createPlanAt({ priceMinor }), productId: 1, status: 'ACTIVE' },
      ...{ startDate: new Date('2027-01-15T10:00:00Z'), endDate: END, priceMinor, anchorDay: 15, autoRenew },
      createdBy: 'test',
    })
  return id
}

const credit = (micros: bigint) =>
  postCredit(workerCtx().db, { businessId: payer.businessId, micros, reason: 'a test', createdBy: 'system:test' })
const stateNow = async () => (await subscriptionsOf(payer)).map(({ status }) => status)

test('at the end the balance pays the next period once, however often and by how many workers the job runs', async () => {
  const id = await runs()
  await credit(25_000_000n)
  await runRenewals(after(-1))
  expect(await unitsOf(payer, 'USD', 'available')).toBe(25_000_000n)
  await Promise.all([1, 2, 3, 4, 5].map(() => runRenewals(after(0))))
  const [row] = await subscriptionsOf(payer)
  expect(row).toMatchObject({
    id,
    status: 'ACTIVE',
    startDate: END,
    endDate: new Date('2027-03-15T10:00:00Z'),
    version: 2,
  })
  expect(await unitsOf(payer, 'USD', 'available')).toBe(5_000_000n)
  const paid = await workerCtx().db.select().from(payments).where(eq(payments.subscriptionId, id))
  expect(paid).toMatchObject([{ status: 'SUCCESS', providerId: 'balance', amountMinor: 3_100_000n, change: 'RENEWAL' }])
  expect(await driftOf(payer)).toEqual([])
})

test('with a short balance a subscription is past due for seven days with all its grants, then it expires', async () => {
  await runs()
  await credit(19_999_999n)
  await runRenewals(after(0))
  expect(await stateNow()).toEqual(['PAST_DUE'])
  expect(await unitsOf(payer, 'USD', 'available')).toBe(19_999_999n)
  await runRenewals(after(7 * MS_PER_DAY - 1))
  expect(await stateNow()).toEqual(['PAST_DUE'])
  await runRenewals(after(7 * MS_PER_DAY))
  expect(await stateNow()).toEqual(['EXPIRED'])
  expect(await driftOf(payer)).toEqual([])
})

test.each(['project', 'business'] as const)(
  'a suspended %s is not charged; once resumed its plan goes on from its old end, or is over',
  async (what) => {
    const { db } = workerCtx()
    const set = (status: 'active' | 'suspended') =>
      what === 'project'
        ? db.update(projects).set({ status }).where(eq(projects.id, payer.projectId))
        : db.update(businesses).set({ status }).where(eq(businesses.id, payer.businessId))
    await runs()
    await credit(45_000_000n)
    await set('suspended')
    await runRenewals(after(0))
    await runRenewals(after(6 * MS_PER_DAY))
    expect(await unitsOf(payer, 'USD', 'available')).toBe(45_000_000n)
    await set('active')
    await runRenewals(after(6 * MS_PER_DAY))
    expect(await unitsOf(payer, 'USD', 'available')).toBe(25_000_000n)
    const nextEnd = new Date('2027-03-15T10:00:00Z')
    expect(await subscriptionsOf(payer)).toMatchObject([{ status: 'ACTIVE', startDate: END, endDate: nextEnd }])
    await set('suspended')
    await runRenewals(workerAt(nextEnd))
    await set('active')
    await runRenewals(workerAt(new Date(nextEnd.getTime() + 7 * MS_PER_DAY)))
    expect([await stateNow(), await unitsOf(payer, 'USD', 'available')]).toEqual([['EXPIRED'], 25_000_000n])
    expect(await driftOf(payer)).toEqual([])
  },
)

test('a free plan of a suspended project goes on', async () => {
  await runs({ priceMinor: 0n })
  await workerCtx().db.update(projects).set({ status: 'suspended' }).where(eq(projects.id, payer.projectId))
  await runRenewals(after(0))
  expect(await subscriptionsOf(payer)).toMatchObject([{ status: 'ACTIVE', startDate: END }])
})

test('a credit during the grace period pays the next period from its old end, once', async () => {
  const id = await runs()
  await credit(19_999_999n)
  await runRenewals(after(0))
  await runRenewals(after(MS_PER_DAY))
  expect(await stateNow()).toEqual(['PAST_DUE'])
  await credit(5_000_001n)
  await Promise.all([1, 2, 3].map(() => runRenewals(after(2 * MS_PER_DAY))))
  expect(await subscriptionsOf(payer)).toMatchObject([{ id, status: 'ACTIVE', startDate: END, version: 2 }])
  expect(await unitsOf(payer, 'USD', 'available')).toBe(5_000_000n)
  expect(await driftOf(payer)).toEqual([])
})

test('during grace a disabled renewal is not charged, and a short balance delays no other renewal', async () => {
  await runs()
  await runRenewals(after(0))
  const poor = payer
  payer = await createPayer()
  const id = await runs()
  await runRenewals(after(0))
  await credit(25_000_000n)
  await workerCtx().db.update(subscriptions).set({ autoRenew: false }).where(eq(subscriptions.id, id))
  await runRenewals(after(MS_PER_DAY))
  expect(await stateNow()).toEqual(['CANCELED'])
  expect(await unitsOf(payer, 'USD', 'available')).toBe(25_000_000n)
  expect((await subscriptionsOf(poor)).map(({ status }) => status)).toEqual(['PAST_DUE'])
})

test('a canceled subscription ends with its paid period, and nothing is charged', async () => {
  await runs({ autoRenew: false })
  await credit(25_000_000n)
  await runRenewals(after(0))
  expect(await stateNow()).toEqual(['CANCELED'])
  expect(await unitsOf(payer, 'USD', 'available')).toBe(25_000_000n)
})

test('a free plan renews without a payment', async () => {
  await runs({ priceMinor: 0n })
  await runRenewals(after(0))
  expect(await stateNow()).toEqual(['ACTIVE'])
})

test('reminds seven, three and one days before the end, once each; a late run sends only the nearest', async () => {
  const id = await runs()
  const noted = async () => {
    const rows = await workerCtx()
      .db.select()
      .from(subscriptionReminders)
      .where(eq(subscriptionReminders.subscriptionId, id))
    return rows.map(({ daysBefore }) => daysBefore).sort()
  }
  await sendReminders(after(-7 * MS_PER_DAY - 1))
  expect(await noted()).toEqual([])
  await Promise.all([1, 2, 3].map(() => sendReminders(after(-7 * MS_PER_DAY))))
  expect(await noted()).toEqual([7])
  await sendReminders(after(-MS_PER_DAY))
  await sendReminders(after(-2 * MS_PER_DAY))
  expect(await noted()).toEqual([1, 7])
})
