import { describe, expect, test } from 'vitest'
import { answering } from '@/dev/testing/webhook-receiver'
import { inTenant, workerCtx } from '@/server/ctx'
import { readMessage } from '@/server/testing/messages'
import { claimDue } from '@/server/webhooks/claim-due'
import { deliverMessage } from '@/server/webhooks/deliver-message'
import { recoverMessages } from '@/server/webhooks/recover-messages'
import { openDeliveryWorld, SUBSCRIPTIONS } from './delivery-world.test-data'

const on = openDeliveryWorld()
const { subscribe, happen, deliver, countsOf, logsOf } = on

describe('a destination', () => {
  test('that is gone (410) pauses its subscription: later events wait until it is resumed', async () => {
    on.receiver.answer(answering(410))
    await happen()
    await deliver()
    expect(await countsOf()).toMatchObject({ failedCount: 1, status: 'paused', pausedBecause: 'gone' })
    on.receiver.answer(answering(200))
    await happen()
    expect((await deliver()).nextAt).toBeNull()
    expect(on.receiver.visits).toHaveLength(1)
    expect((await on.client.patch(on.path, { status: 'active' })).code).toBe(200)
    await deliver()
    expect(on.receiver.visits).toHaveLength(2)
    expect(await countsOf()).toMatchObject({ deliveredCount: 1, status: 'active', pausedBecause: null })
  })

  test('that is paused gets no queued events, another one does', async () => {
    const paused = on.subscription
    await happen()
    await on.client.patch(`${SUBSCRIPTIONS}/${paused.id}`, { status: 'paused' })
    await subscribe()
    const { body } = await happen()
    await deliver()
    expect(on.receiver.visits.map((visit) => visit.body)).toEqual([body])
  })

  test('that moved gets queued events at its new address', async () => {
    await happen()
    await on.client.patch(on.path, { webhookUrl: `${on.receiver.url}/elsewhere` })
    await deliver()
    expect((await logsOf()).data).toMatchObject([{ webhookUrl: `${on.receiver.url}/elsewhere`, status: 'delivered' }])
  })

  test('that is deleted gets nothing more: untried events are dropped, tried ones fail', async () => {
    on.receiver.answer(answering(500))
    await happen()
    await deliver()
    await happen()
    expect((await on.client.delete(on.path)).code).toBe(200)
    expect(await countsOf()).toMatchObject({ droppedCount: 1, failedCount: 1, deliveredCount: 0 })
    expect((await deliver()).nextAt).toBeNull()
    expect(on.receiver.visits).toHaveLength(1)
    expect((await logsOf()).data).toHaveLength(1)
  })

  test('that is deleted during an attempt counts the event by the result of the attempt', async () => {
    await happen()
    const alone = { perProject: 1, inFlightOf: new Map(), perDestination: 1, inFlightTo: new Map() }
    const [message] = await claimDue(workerCtx(), { free: 1, leaseMs: 30_000, ...alone })
    if (!message) throw new Error('nothing was due')
    await on.client.delete(on.path)
    expect(await countsOf()).toMatchObject({ droppedCount: 1, failedCount: 0, deliveredCount: 0 })
    await deliverMessage(workerCtx(), { message, timeoutMs: 5_000 })
    expect(await countsOf()).toMatchObject({ droppedCount: 0, failedCount: 0, deliveredCount: 1 })
  })

  test('keeps its given-up events when the project recovers failed ones', async () => {
    on.receiver.answer(answering(410))
    const { id } = await happen()
    await deliver()
    const recovered = await inTenant(on.client.tenant, (ctx) =>
      recoverMessages({ ...ctx, projectId: on.client.tenant.projectId }, { since: new Date(0) }),
    )
    expect(recovered).toBe(0)
    expect((await readMessage(id)).message.status).toBe('failed')
  })
})
