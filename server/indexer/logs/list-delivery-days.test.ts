import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { indexerLogs } from '@/db/schema'
import { answering } from '@/dev/testing/webhook-receiver'
import { inTenant, workerCtx } from '@/server/ctx'
import { openDeliveryWorld } from './delivery-world.test-data'
import { listDeliveryDays } from './list-delivery-days'

const on = openDeliveryWorld()
// Stops the clock, so that a test at midnight has one day.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())
const days = (id = on.subscription.id) => {
  const { tenant } = on.client
  return inTenant(tenant, (ctx) => listDeliveryDays({ ...ctx, projectId: tenant.projectId }, id))
}
const today = () => new Date().toISOString().slice(0, 10)

test('lists delivered and failed attempts for each of the last fourteen days, also empty ones', async () => {
  await on.happen()
  await on.deliver()
  on.receiver.answer(answering(410))
  await on.happen()
  await on.deliver()
  const all = await days()
  expect(all).toHaveLength(14)
  expect(all.map(({ date }) => date)).toEqual(all.map(({ date }) => date).toSorted())
  expect(all.at(-1)).toEqual({ date: today(), delivered: 1, failed: 1 })
  expect(all.slice(0, -1).every(({ delivered, failed }) => delivered === 0 && failed === 0)).toBe(true)
})

test('counts no other subscription and drops days that are no longer kept', async () => {
  const first = on.subscription.id
  await on.happen()
  await on.deliver()
  await on.subscribe()
  expect((await days()).at(-1)).toEqual({ date: today(), delivered: 0, failed: 0 })
  await workerCtx().db.delete(indexerLogs).where(eq(indexerLogs.subscriptionId, first))
  expect((await days(first)).at(-1)).toEqual({ date: today(), delivered: 0, failed: 0 })
})

test('refuses the subscription of another business', async () => {
  await expect(days('019a6b3e-7c40-7a30-8b21-5d6e7f8091a2')).rejects.toMatchObject({ code: 'not_found' })
})
