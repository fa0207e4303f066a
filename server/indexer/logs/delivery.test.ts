import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { indexerEvents, indexerSubscriptions, webhookMessages } from '@/db/schema'
import { answering } from '@/dev/testing/webhook-receiver'
import { forgetChains } from '@/server/chains/registry'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { inTenant, workerCtx } from '@/server/ctx'
import { indexerLogPage, indexerLogView, newIndexerSubscriptionView } from '@/server/indexer/contract'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { makeDue, readMessage } from '@/server/testing/messages'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { openWebhookWorld } from '@/server/testing/webhook-world'
import { dispatchWebhooks } from '@/server/webhooks/dispatch'
import { enqueueMessages } from '@/server/webhooks/enqueue-messages'
import { recoverMessages } from '@/server/webhooks/recover-messages'
import { resendMessage } from '@/server/webhooks/resend-message'

const CHAIN_ID = 84_532
const CONTRACT = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const SUBSCRIPTIONS = '/v1/indexer/subscriptions'
const LOGS = '/v1/indexer/logs'

const world = openWebhookWorld()
let client: WalletClient
let subscription: { id: string; signingSecret: string }
let count = 0

beforeAll(async () => {
  const node = await startStubNode({ chainId: CHAIN_ID })
  await addRpcEndpoint(CHAIN_ID, node.url)
  forgetChains()
  return () => node.close()
})
beforeEach(async () => {
  client = await walletClient()
  subscription = await subscribe()
})

async function subscribe() {
  const body = {
    network: 'BASE',
    chainId: CHAIN_ID,
    contractAddress: CONTRACT,
    webhookUrl: world.receiver.url,
    events: ['transfer'],
  }
  return newIndexerSubscriptionView.parse((await client.post(SUBSCRIPTIONS, body)).data)
}

/** An event of the subscription, on its way as the follower puts it there. */
async function happen({
  kind = 'indexer.event',
  eventType = 'transfer',
} = {}): Promise<{ id: string; eventId: string; body: string }> {
  const { db } = workerCtx()
  const { businessId, projectId } = client.tenant
  const [id, sourceId] = [newId(), newId()]
  const eventId = `0xab${++count}:0`
  const own = { businessId, projectId, subscriptionId: subscription.id, chainId: CHAIN_ID }
  await db.insert(indexerEvents).values({
    id: sourceId,
    ...own,
    eventType,
    eventId,
    transactionHash: `0xab${count}`,
    blockNumber: 1n,
    blockHash: '0x1',
  })
  const body = JSON.stringify({ id: eventId, eventType })
  const way = { source: 'indexer', scheme: 'indexer', keySource: 'subscription', orderKey: subscription.id } as const
  const to = { destinationId: subscription.id, url: world.receiver.url }
  await enqueueMessages(db, [{ id, businessId, projectId, sourceId, kind, body, ...way, ...to }], new Date())
  return { id, eventId, body }
}

const deliver = () => dispatchWebhooks(workerCtx())
const countsOf = async (id = subscription.id) => {
  const [row] = await workerCtx().db.select().from(indexerSubscriptions).where(eq(indexerSubscriptions.id, id))
  if (!row) throw new Error('no subscription')
  const { deliveredCount, failedCount, droppedCount, status, pausedBecause } = row
  return { deliveredCount, failedCount, droppedCount, status, pausedBecause }
}
const logsOf = async (query = '') => {
  const { data, meta } = indexerLogPage.parse((await client.get(`${LOGS}${query}`)).data)
  return { data: data.map((log) => indexerLogView.strict().parse(log)), meta }
}
/** As if a message had used up its schedule. */
const exhaust = (id: string) =>
  workerCtx().db.update(webhookMessages).set({ attemptCount: 9 }).where(eq(webhookMessages.id, id))

describe('a delivery', () => {
  test('is signed with the secret that was shown once', async () => {
    const { body } = await happen()
    await deliver()
    const [visit] = world.receiver.visits
    const header = visit?.headers['x-indexer-signature'] ?? ''
    const [, at = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []
    expect(visit?.body).toBe(body)
    expect(signature).toBe(createHmac('sha256', subscription.signingSecret).update(`${at}.${body}`).digest('hex'))
  })

  test('is signed with both secrets for a day after a rotation', async () => {
    const rotated = newIndexerSubscriptionView.parse(
      (await client.post(`${SUBSCRIPTIONS}/${subscription.id}/rotate-secret`)).data,
    )
    const { body } = await happen()
    await deliver()
    const header = world.receiver.visits[0]?.headers['x-indexer-signature'] ?? ''
    const [, at = ''] = /^t=(\d+),/.exec(header) ?? []
    const signed = (secret: string) => createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
    expect(header).toBe(`t=${at},v1=${signed(rotated.signingSecret)},v1=${signed(subscription.signingSecret)}`)
    await workerCtx().db.execute(
      sql`update indexer_subscriptions set secret_previous_until = now() - interval '1 second'`,
    )
    await happen()
    await deliver()
    expect(world.receiver.visits[1]?.headers['x-indexer-signature']?.split(',')).toHaveLength(2)
  })

  test('is in the logs with all that the specification says, and counted', async () => {
    const { eventId, body } = await happen()
    await deliver()
    const { data, meta } = await logsOf()
    expect(meta).toEqual({ total: 1, page: 1, limit: 20, totalPages: 1 })
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        projectId: client.tenant.projectId,
        subscriptionId: subscription.id,
        network: 'BASE',
        chainId: CHAIN_ID,
        contractAddress: CONTRACT,
        eventType: 'transfer',
        eventId,
        transactionHash: eventId.slice(0, -2),
        webhookUrl: world.receiver.url,
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
    expect((await client.get(`${LOGS}/${data[0]?.id}`)).data).toEqual(data[0])
    expect(await countsOf()).toMatchObject({ deliveredCount: 1, failedCount: 0 })
    const view = (await client.get(`${SUBSCRIPTIONS}/${subscription.id}`)).data
    expect(view).toMatchObject({ deliveredCount: 1, lastDeliveryAt: data[0]?.createdAt })
  })

  test('has a log for each attempt; an event counts once, as failed only when its schedule is used up', async () => {
    world.receiver.answer(answering(500))
    const { id, eventId } = await happen()
    await deliver()
    expect(await countsOf()).toMatchObject({ deliveredCount: 0, failedCount: 0 })
    await exhaust(id)
    await makeDue(id)
    await deliver()
    expect(await countsOf()).toMatchObject({ deliveredCount: 0, failedCount: 1 })
    world.receiver.answer(answering(200))
    await inTenant(client.tenant, (ctx) => resendMessage({ ...ctx, projectId: client.tenant.projectId }, id))
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
    expect(data[1]).toMatchObject({ error: 'The receiver answered 500', replayOf: null })
  })

  test('that nobody answers has the status 0 and says why', async () => {
    world.receiver.answer((_request, response) => void response.destroy())
    await happen()
    await deliver()
    expect((await logsOf()).data).toMatchObject([
      { status: 'failed', httpStatus: 0, error: expect.stringContaining('connection') },
    ])
  })

  test('of a notice that an event was taken back is logged and not counted', async () => {
    await happen({ kind: 'indexer.reverted' })
    await deliver()
    expect((await logsOf()).data).toHaveLength(1)
    expect(await countsOf()).toMatchObject({ deliveredCount: 0, failedCount: 0 })
  })
})

describe('a receiver', () => {
  test('that is gone (410) pauses its subscription: what follows waits until somebody goes on with it', async () => {
    world.receiver.answer(answering(410))
    await happen()
    await deliver()
    expect(await countsOf()).toMatchObject({ failedCount: 1, status: 'paused', pausedBecause: 'gone' })
    world.receiver.answer(answering(200))
    await happen()
    expect((await deliver()).nextAt).toBeNull()
    expect(world.receiver.visits).toHaveLength(1)
    expect((await client.patch(`${SUBSCRIPTIONS}/${subscription.id}`, { status: 'active' })).code).toBe(200)
    await deliver()
    expect(world.receiver.visits).toHaveLength(2)
    expect(await countsOf()).toMatchObject({ deliveredCount: 1, status: 'active', pausedBecause: null })
  })

  test('that somebody paused gets nothing that is on its way, another one does', async () => {
    const paused = subscription
    await happen()
    await client.patch(`${SUBSCRIPTIONS}/${paused.id}`, { status: 'paused' })
    subscription = await subscribe()
    const { body } = await happen()
    await deliver()
    expect(world.receiver.visits.map((visit) => visit.body)).toEqual([body])
  })

  test('that moved gets what is on its way at its new address', async () => {
    await happen()
    await client.patch(`${SUBSCRIPTIONS}/${subscription.id}`, { webhookUrl: `${world.receiver.url}/elsewhere` })
    await deliver()
    expect((await logsOf()).data).toMatchObject([
      { webhookUrl: `${world.receiver.url}/elsewhere`, status: 'delivered' },
    ])
  })

  test('that is deleted gets nothing more: what was never tried is dropped, what was is failed', async () => {
    world.receiver.answer(answering(500))
    await happen()
    await deliver()
    await happen()
    expect((await client.delete(`${SUBSCRIPTIONS}/${subscription.id}`)).code).toBe(200)
    expect(await countsOf()).toMatchObject({ droppedCount: 1, failedCount: 1, deliveredCount: 0 })
    expect((await deliver()).nextAt).toBeNull()
    expect(world.receiver.visits).toHaveLength(1)
    expect((await logsOf()).data).toHaveLength(1)
  })

  test('that is deleted while somebody sends once more what was dropped counts that as what became of it', async () => {
    const { id } = await happen()
    await client.delete(`${SUBSCRIPTIONS}/${subscription.id}`)
    expect(await countsOf()).toMatchObject({ droppedCount: 1, failedCount: 0, deliveredCount: 0 })
    await inTenant(client.tenant, (ctx) => resendMessage({ ...ctx, projectId: client.tenant.projectId }, id))
    await deliver()
    expect(await countsOf()).toMatchObject({ droppedCount: 0, failedCount: 0, deliveredCount: 1 })
  })

  test('keeps what it was given up on when the project recovers what failed', async () => {
    world.receiver.answer(answering(410))
    const { id } = await happen()
    await deliver()
    const recovered = await inTenant(client.tenant, (ctx) =>
      recoverMessages({ ...ctx, projectId: client.tenant.projectId }, { since: new Date(0) }),
    )
    expect(recovered).toBe(0)
    expect((await readMessage(id)).message.status).toBe('failed')
  })
})

test('logs are found by subscription, status, event type and network, by pages', async () => {
  await happen()
  await happen({ eventType: 'Staked' })
  await deliver()
  world.receiver.answer(answering(500))
  const first = subscription
  subscription = await subscribe()
  await happen()
  await deliver()
  const totalOf = async (query: string) => (await logsOf(query)).meta.total
  expect(await totalOf('')).toBe(3)
  expect(await totalOf(`?subscriptionId=${first.id}`)).toBe(2)
  expect(await totalOf('?subscriptionId=nonsense')).toBe(0)
  expect(await totalOf('?status=failed')).toBe(1)
  expect(await totalOf('?eventType=Staked')).toBe(1)
  expect(await totalOf('?network=BASE')).toBe(3)
  expect(await totalOf('?network=ETH')).toBe(0)
  const all = (await logsOf()).data.map(({ id }) => id)
  expect((await logsOf('?limit=2&page=2')).data.map(({ id }) => id)).toEqual(all.slice(2))
})

test.each([
  'page=0',
  'limit=201',
  'limit=0',
  'status=pending',
  'network=TRON',
  'eventType=%27',
  'eventType=',
  'to=1',
  'status=failed&status=failed',
])('refuses logs with %s', async (query) => {
  expect(await client.get(`${LOGS}?${query}`)).toMatchObject({ code: 400, message: 'Validation failed' })
})

test('knows no log that is none of the project’s', async () => {
  await happen()
  await deliver()
  const [log] = (await logsOf()).data
  const other = await walletClient({ businessId: client.businessId })
  const gone = { code: 404, message: 'Log not found', refusal: 'indexer_log_not_found', param: 'logId' }
  expect(await other.get(`${LOGS}/${log?.id}`)).toMatchObject(gone)
  expect(await client.get(`${LOGS}/nonsense`)).toMatchObject(gone)
})
