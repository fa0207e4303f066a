import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { answering } from '@/dev/testing/webhook-receiver'
import { eventPayload } from '@/schemas/indexer/catalog/contract'
import { CONTRACT, LOGS, openDeliveryWorld } from './delivery-world.test-data'

const on = openDeliveryWorld()
const { happen, deliver, countsOf, logsOf } = on

describe('a test event', () => {
  const sendTest = () => on.client.post(`${on.path}/test`)

  test('is sent and signed like any other, is not counted and has no log', async () => {
    expect(await sendTest()).toMatchObject({ code: 202, data: null })
    await deliver()
    const [visit] = on.receiver.visits
    const payload = eventPayload.strict().parse(JSON.parse(visit?.body ?? ''))
    expect(payload).toMatchObject({ eventType: 'test', contractAddress: CONTRACT, subscriptionId: on.subscription.id })
    const [, at = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(visit?.headers['x-indexer-signature'] ?? '') ?? []
    expect(signature).toBe(
      createHmac('sha256', on.subscription.signingSecret).update(`${at}.${visit?.body}`).digest('hex'),
    )
    expect(await countsOf()).toMatchObject({ deliveredCount: 0, failedCount: 0, droppedCount: 0 })
    expect((await logsOf()).data).toEqual([])
  })

  test('that is answered 410 pauses the subscription like any other', async () => {
    on.receiver.answer(answering(410))
    await sendTest()
    await deliver()
    expect(await countsOf()).toMatchObject({ status: 'paused', pausedBecause: 'gone', failedCount: 0 })
  })

  test('is limited to ten a minute', async () => {
    for (let n = 0; n < 10; n++) expect((await sendTest()).code).toBe(202)
    expect(await sendTest()).toMatchObject({ code: 429, refusal: 'rate_limited' })
  })
})

describe('a resend', () => {
  const resend = (logId?: string) => on.client.post(`${LOGS}/${logId}/resend`)

  test('delivers the same event again and is logged as a resend', async () => {
    const { body } = await happen()
    await deliver()
    const [first] = (await logsOf()).data
    expect(await resend(first?.id)).toMatchObject({ code: 202, data: null })
    await deliver()
    expect(on.receiver.visits.map((visit) => visit.body)).toEqual([body, body])
    const [second] = (await logsOf()).data
    expect(second).toMatchObject({ isReplay: true, replayOf: first?.id, eventId: first?.eventId })
    expect(await countsOf()).toMatchObject({ deliveredCount: 1 })
    // The first log stays the origin when a resent event is resent.
    await resend(second?.id)
    await deliver()
    expect((await logsOf()).data[0]).toMatchObject({ isReplay: true, replayOf: first?.id })
  })

  test('is refused after the subscription was deleted', async () => {
    await happen()
    await deliver()
    const [log] = (await logsOf()).data
    await on.client.delete(on.path)
    expect(await resend(log?.id)).toMatchObject({ code: 404, refusal: 'indexer_subscription_not_found' })
    await deliver()
    expect(on.receiver.visits).toHaveLength(1)
  })
})
