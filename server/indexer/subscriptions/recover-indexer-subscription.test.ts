import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, webhookMessages } from '@/db/schema'
import { answering } from '@/dev/testing/webhook-receiver'
import { inTenant, type ProjectCtx, workerCtx } from '@/server/ctx'
import { openDeliveryWorld } from '@/server/indexer/logs/delivery-world.test-data'
import { countFailedEvents, recoverIndexerSubscription } from './recover-indexer-subscription'

const on = openDeliveryWorld()
const { happen, deliver, countsOf, logsOf, exhaust } = on

const LONG_AGO = new Date(0)
const as = <T>(work: (ctx: ProjectCtx) => Promise<T>) => {
  const { tenant } = on.client
  return inTenant(tenant, (ctx) => work({ ...ctx, projectId: tenant.projectId }))
}
const recover = (since = LONG_AGO, id = on.subscription.id) =>
  as((ctx) => recoverIndexerSubscription(ctx, { id, since }))
const countFailed = (since = LONG_AGO, id = on.subscription.id) => as((ctx) => countFailedEvents(ctx, { id, since }))

/** An event that used its whole retry schedule. */
async function fail(): Promise<{ id: string; eventId: string }> {
  on.receiver.answer(answering(503))
  const event = await happen()
  await exhaust(event.id)
  await deliver()
  return event
}

test('events that failed since a time are sent again, logged as resends, and count as delivered once they arrive', async () => {
  const { eventId } = await fail()
  expect(await countsOf()).toMatchObject({ failedCount: 1, deliveredCount: 0 })
  expect(await countFailed()).toBe(1)
  expect(await recover()).toBe(1)
  expect(await countFailed()).toBe(0)
  on.receiver.answer(answering(200))
  await deliver()
  expect(await countsOf()).toMatchObject({ failedCount: 0, deliveredCount: 1 })
  const { data } = await logsOf()
  expect(data).toMatchObject([
    { eventId, status: 'delivered', isReplay: true, replayOf: data[1]?.id },
    { eventId, status: 'failed', isReplay: false, replayOf: null },
  ])
})

test('the retry schedule starts again: a destination that is still down is retried, and the event counts once', async () => {
  const { id } = await fail()
  await recover()
  await deliver()
  const [message] = await workerCtx().db.select().from(webhookMessages).where(eq(webhookMessages.id, id))
  expect(message).toMatchObject({ status: 'pending', attemptCount: 11, resendCount: 10 })
  expect(await countsOf()).toMatchObject({ failedCount: 1, deliveredCount: 0 })
})

test('concurrent requests have one effect and one audit entry', async () => {
  await fail()
  await fail()
  const counts = await Promise.all(Array.from({ length: 6 }, () => recover()))
  expect(counts.toSorted()).toEqual([0, 0, 0, 0, 0, 2])
  const { businessId } = on.client.tenant
  const rows = await workerCtx().db.select().from(auditLog).where(eq(auditLog.businessId, businessId))
  expect(rows.filter(({ action }) => action === 'indexer-subscription.failed-recovered')).toMatchObject([
    { target: on.subscription.id, detail: { count: 2 } },
  ])
})

test('leaves alone earlier failures, delivered events and those of other subscriptions', async () => {
  await fail()
  const other = on.subscription.id
  await on.subscribe()
  on.receiver.answer(answering(200))
  await happen()
  await deliver()
  expect(await recover(new Date(Date.now() + 60_000), other)).toBe(0)
  expect(await countFailed()).toBe(0)
  expect(await recover()).toBe(0)
  expect(await countFailed(LONG_AGO, other)).toBe(1)
})

test('skips events that were reverted', async () => {
  const { id } = await fail()
  await workerCtx().db.update(webhookMessages).set({ withdrawnBecause: 'undone' }).where(eq(webhookMessages.id, id))
  expect(await countFailed()).toBe(0)
  expect(await recover()).toBe(0)
})

test('is refused for a deleted subscription and for one of another business', async () => {
  await fail()
  await on.client.delete(on.path)
  await expect(recover()).rejects.toMatchObject({ code: 'not_found' })
  await expect(countFailed()).rejects.toMatchObject({ code: 'not_found' })
})

test('works over /v1 too: failed events since a time are sent again, a deleted subscription has none', async () => {
  await fail()
  const recoverBy = (since: string) => on.client.post(`${on.path}/recover`, { since })
  expect(await recoverBy(new Date(Date.now() + 60_000).toISOString())).toMatchObject({ code: 202, data: { count: 0 } })
  const since = new Date(Date.now() - 3_600_000).toISOString()
  expect(await recoverBy(since)).toMatchObject({ code: 202, message: 'Failed events queued', data: { count: 1 } })
  expect(await recoverBy(since)).toMatchObject({ code: 202, data: { count: 0 } })
  on.receiver.answer(answering(200))
  await deliver()
  expect(await countsOf()).toMatchObject({ failedCount: 0, deliveredCount: 1 })
  await on.client.delete(on.path)
  expect(await recoverBy(since)).toMatchObject({ code: 404, message: 'Subscription not found' })
})
