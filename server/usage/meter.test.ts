import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { plans, subscriptions, usageCounts } from '@/db/schema'
import type { MeteredName, Uses } from '@/schemas/usage/words'
import { workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { findUsed } from './find-used'
import { createMeters, flushUsage, type Meters } from './flush-usage'
import { meterUses } from './meter'
import { type MeteredPlan, toQuotas, toRates } from './plan-terms'

openDatabase()
const made: Meters[] = []
/** The meters of another process. */
function newMeters(): Meters {
  const meters = createMeters()
  made.push(meters)
  return meters
}
// Uses that they still count would be written into the database of the next file.
afterAll(() => Promise.all(made.map(flushUsage)))

const startDate = new Date('2026-01-01T00:00:00Z')
const now = new Date('2026-01-10T00:00:00Z')
const quota = (quotas: Partial<Record<MeteredName, number>>, rates: Uses = {}): MeteredPlan => ({
  subscriptionId: v7(),
  startDate,
  endDate: new Date('2026-02-01T00:00:00Z'),
  anchorDay: 1,
  quotas: toQuotas(Object.entries(quotas).map(([name, limit]) => ({ name, limit }))),
  rates: toRates(rates),
})
const whose = () => ({ businessId: v7(), projectId: v7(), productId: 1, now })
const written = async (projectId: string) => {
  const rows = await workerCtx().db.select().from(usageCounts).where(eq(usageCounts.projectId, projectId))
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]))
}
/** Whether it was let through. */
const tries = (using: Parameters<typeof meterUses>[0], process: Meters) =>
  meterUses(using, process).then(
    () => true,
    () => false,
  )

test('one process lets exactly the quota through, however many ask at once', async () => {
  const process = newMeters()
  const using = { ...whose(), plan: quota({ transfers: 25 }), uses: { transfers: 1, 'api.calls': 1 } }
  const admitted = await Promise.all(Array.from({ length: 100 }, () => tries(using, process)))
  expect(admitted.filter(Boolean).length).toBe(25)
  await flushUsage(process)
  expect(await written(using.projectId)).toEqual({ transfers: 25, 'api.calls': 25 })
})

test('the refusal says what ran out, how much of it there is and when it returns', async () => {
  const process = newMeters()
  const using = { ...whose(), plan: quota({ 'wallets.created': 10 }), uses: { 'wallets.created': 8 } }
  await meterUses(using, process)
  await expect(meterUses(using, process)).rejects.toMatchObject({
    code: 'payment_required',
    reason: 'quota_exceeded',
    message: 'Wallets created: 8 of 10 used, more from Feb 1, 2026, 00:00 UTC',
    data: { kind: 'wallets.created', limit: 10, used: 8, resetsAt: '2026-02-01T00:00:00.000Z' },
  })
  // Uses within the quota are still accepted.
  await meterUses({ ...using, uses: { 'wallets.created': 2 } }, process)
})

test('what came to nothing is given back, once, also after it was written', async () => {
  const process = newMeters()
  const using = { ...whose(), plan: quota({ transfers: 1 }), uses: { transfers: 1 } }
  const giveBack = await meterUses(using, process)
  await flushUsage(process)
  giveBack()
  giveBack()
  expect(await tries(using, process)).toBe(true)
  expect(await tries(using, process)).toBe(false)
  await flushUsage(process)
  expect(await written(using.projectId)).toEqual({ transfers: 1 })
})

test('of two processes that write after each use, one lets through at most what the other had not written by then', async () => {
  const [one, other] = [newMeters(), newMeters()]
  const using = { ...whose(), plan: quota({ transfers: 100 }), uses: { transfers: 1 } }
  let admitted = 0
  for (let round = 0; round < 60; round++) {
    for (const process of [one, other]) {
      if (await tries(using, process)) admitted += 1
      await flushUsage(process)
    }
  }
  // One use of the other may be unknown to each: that is the flush between them.
  expect(admitted).toBeGreaterThanOrEqual(100)
  expect(admitted).toBeLessThanOrEqual(101)
  expect(await written(using.projectId)).toEqual({ transfers: admitted })
  expect([await tries(using, one), await tries(using, other), await tries(using, newMeters())]).toEqual([
    false,
    false,
    false,
  ])
})

test('whatever the order of calls and flushes, nothing is lost and no more than one flush of the others is let past the limit', async () => {
  const step = fc.record({ process: fc.nat(2), what: fc.constantFrom('use', 'use', 'use', 'fail', 'flush') })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 30 }), async (steps, limit) => {
      const processes = [newMeters(), newMeters(), newMeters()]
      const using = { ...whose(), plan: quota({ transfers: limit }, { transfers: 3 }), uses: { transfers: 1 } }
      let used = 0
      for (const { process, what } of steps) {
        const meters = processes[process] ?? newMeters()
        if (what === 'flush') {
          await flushUsage(meters)
          continue
        }
        const giveBack = await meterUses(using, meters).catch(() => null)
        if (!giveBack) {
          // Never refused while there was room.
          expect(used).toBeGreaterThanOrEqual(limit)
          continue
        }
        if (what === 'fail') {
          giveBack()
          continue
        }
        used += 1
      }
      for (const meters of processes) await flushUsage(meters)
      expect(await written(using.projectId)).toEqual(used === 0 ? {} : { transfers: used, credits: used * 3 })
      // Each process alone keeps the limit, whatever it knows of others.
      expect(used).toBeLessThanOrEqual(limit * processes.length)
      for (const meters of processes) {
        await flushUsage(meters)
        meters.loaded.clear()
        expect(await tries(using, meters)).toBe(used < limit)
        for (const meter of meters.loaded.values()) meter.pending.clear()
      }
    }),
    propertyRuns(25, 100),
  )
})

test('credits are what uses cost together, at the rates of the plan', async () => {
  const process = newMeters()
  const plan = quota({ credits: 25 }, { 'api.calls': 1, transfers: 10 })
  const using = { ...whose(), plan, uses: { 'api.calls': 1, transfers: 1 } }
  await meterUses(using, process)
  await meterUses(using, process)
  await expect(meterUses(using, process)).rejects.toMatchObject({ data: { kind: 'credits', limit: 25, used: 22 } })
  await meterUses({ ...using, uses: { 'api.calls': 1 } }, process)
  await flushUsage(process)
  expect(await written(using.projectId)).toEqual({ 'api.calls': 3, transfers: 2, credits: 23 })
})

test('the next month begins at nothing', async () => {
  const process = newMeters()
  const using = {
    ...whose(),
    plan: { ...quota({ transfers: 1 }), endDate: new Date('2027-01-01') },
    uses: { transfers: 1 },
  }
  expect(await tries(using, process)).toBe(true)
  expect(await tries(using, process)).toBe(false)
  expect(await tries({ ...using, now: new Date('2026-02-01T00:00:00Z') }, process)).toBe(true)
})

test.each([
  ['PRORATE', 7],
  ['RESET', 0],
] as const)('an upgrade of a plan that says %s brings %i of 7 uses along', async (proration, rolledOver) => {
  const { businessId, projectId } = await createTenant()
  const { db } = workerCtx()
  const [former] = await db.select().from(subscriptions).where(eq(subscriptions.projectId, projectId)).limit(1)
  if (!former) throw new Error('the tenant has no subscription')
  const { productId, planId } = former
  await db.update(plans).set({ proration }).where(eq(plans.id, planId))
  await db
    .update(subscriptions)
    .set({ startDate, anchorDay: 1, status: 'CANCELED', endDate: now, canceledAt: now })
    .where(eq(subscriptions.id, former.id))
  const id = v7()
  const endDate = new Date('2026-02-10T00:00:00Z')
  const running = {
    businessId,
    projectId,
    productId,
    planId,
    startDate: now,
    endDate,
    anchorDay: 10,
    createdBy: 'test',
  }
  await db.insert(subscriptions).values({ id, ...running, status: 'ACTIVE', replacesId: former.id })
  await db
    .insert(usageCounts)
    .values({ businessId, projectId, productId, periodStart: startDate, kind: 'transfers', n: 7 })
  const of = { businessId, projectId, productId, plan: { subscriptionId: id, startDate: now } }
  expect((await findUsed({ ...of, periodStart: now })).usedByKind.get('transfers') ?? 0).toBe(rolledOver)
  // Its second month is its own.
  expect((await findUsed({ ...of, periodStart: endDate })).usedByKind.size).toBe(0)
  // Nor does a renewal bring what was used before the upgrade.
  const renewed = { subscriptionId: id, startDate: endDate }
  await db.update(subscriptions).set({ startDate: endDate }).where(eq(subscriptions.id, id))
  expect((await findUsed({ ...of, plan: renewed, periodStart: endDate })).usedByKind.size).toBe(0)
})
