import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { answering } from '@/dev/testing/webhook-receiver'
import { newIndexerSubscriptionView } from '@/schemas/indexer/contract'
import { inTenant, workerCtx } from '@/server/ctx'
import { makeDue } from '@/server/testing/messages'
import { resendMessage } from '@/server/webhooks/resend-message'
import { CHAIN_ID, CONTRACT, LOGS, openDeliveryWorld } from './delivery-world.test-data'

const on = openDeliveryWorld()
const { happen, deliver, countsOf, logsOf, exhaust } = on

describe('a delivery', () => {
  test('is signed with the secret that was shown once', async () => {
    const { body } = await happen()
    await deliver()
    const [visit] = on.receiver.visits
    const header = visit?.headers['x-indexer-signature'] ?? ''
    const [, at = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []
    expect(visit?.body).toBe(body)
    expect(signature).toBe(createHmac('sha256', on.subscription.signingSecret).update(`${at}.${body}`).digest('hex'))
  })

  test('is signed with both secrets for a day after a rotation', async () => {
    const rotated = newIndexerSubscriptionView.parse((await on.client.post(`${on.path}/rotate-secret`)).data)
    const { body } = await happen()
    await deliver()
    const header = on.receiver.visits[0]?.headers['x-indexer-signature'] ?? ''
    const [, at = ''] = /^t=(\d+),/.exec(header) ?? []
    const signed = (secret: string) => createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
    expect(header).toBe(`t=${at},v1=${signed(rotated.signingSecret)},v1=${signed(on.subscription.signingSecret)}`)
    await workerCtx().db.execute(
      sql`update indexer_subscriptions set secret_previous_until = now() - interval '1 second'`,
    )
    await happen()
    await deliver()
    expect(on.receiver.visits[1]?.headers['x-indexer-signature']?.split(',')).toHaveLength(2)
  })

  test('is in the logs with every field of the specification, and counted', async () => {
    const { eventId, body } = await happen()
    await deliver()
    const { data, meta } = await logsOf()
    expect(meta).toEqual({ total: 1, page: 1, limit: 20, totalPages: 1 })
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        projectId: on.client.tenant.projectId,
        subscriptionId: on.subscription.id,
        network: 'BASE',
        chainId: CHAIN_ID,
        contractAddress: CONTRACT,
        eventType: 'transfer',
        eventId,
        transactionHash: eventId.slice(0, -2),
        webhookUrl: on.receiver.url,
        status: 'delivered',
        httpStatus: 200,
        error: null,
        isReplay: false,
        replayOf: null,
        payload: JSON.parse(body),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ])
    expect((await on.client.get(`${LOGS}/${data[0]?.id}`)).data).toEqual(data[0])
    expect(await countsOf()).toMatchObject({ deliveredCount: 1, failedCount: 0 })
    const view = (await on.client.get(on.path)).data
    expect(view).toMatchObject({ deliveredCount: 1, lastDeliveryAt: data[0]?.createdAt })
  })

  test('has a log for each attempt; an event counts once, as failed only when its schedule is used up', async () => {
    on.receiver.answer(answering(500))
    const { id, eventId } = await happen()
    await deliver()
    expect(await countsOf()).toMatchObject({ deliveredCount: 0, failedCount: 0 })
    await exhaust(id)
    await makeDue(id)
    await deliver()
    expect(await countsOf()).toMatchObject({ deliveredCount: 0, failedCount: 1 })
    on.receiver.answer(answering(200))
    await inTenant(on.client.tenant, (ctx) => resendMessage({ ...ctx, projectId: on.client.tenant.projectId }, id))
    await deliver()
    expect(await countsOf()).toMatchObject({ deliveredCount: 1, failedCount: 0 })
    const { data } = await logsOf()
    expect(data.map(({ status, httpStatus, isReplay }) => [status, httpStatus, isReplay])).toEqual([
      ['delivered', 200, true],
      ['failed', 500, false],
      ['failed', 500, false],
    ])
    expect(new Set(data.map((log) => log.eventId))).toEqual(new Set([eventId]))
    expect(data[0]?.replayOf).toBe(data[2]?.id)
    expect(data[1]).toMatchObject({ error: 'The destination returned 500', replayOf: null })
  })

  test('that gets no response has the status 0 and an error', async () => {
    on.receiver.answer((_request, response) => void response.destroy())
    await happen()
    await deliver()
    expect((await logsOf()).data).toMatchObject([
      { status: 'failed', httpStatus: 0, error: expect.stringContaining('connection') },
    ])
  })

  test('of a notice that an event was reverted is logged and not counted', async () => {
    await happen({ kind: 'indexer.reverted' })
    await deliver()
    expect((await logsOf()).data).toHaveLength(1)
    expect(await countsOf()).toMatchObject({ deliveredCount: 0, failedCount: 0 })
  })
})
