import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { webhookMessages } from '@/db/schema'
import { answering } from '@/dev/testing/webhook-receiver'
import { wakeDueWorkers } from '@/inngest/workers'
import { inWorker, workerCtx } from '@/server/ctx'
import { createOwner, makeDue, type Owner, readMessage } from '@/server/testing/messages'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { as, openWebhookWorld } from '@/server/testing/webhook-world'
import { claimDue } from '@/server/webhooks/claim-due'
import { deliverMessage } from '@/server/webhooks/deliver-message'
import { dispatchWebhooks, hasDueMessages } from '@/server/webhooks/dispatch'
import { getMessage } from '@/server/webhooks/get-message'
import { resendMessage } from '@/server/webhooks/resend-message'
import { deleteWebhookEndpoint } from './delete-webhook-endpoint'
import { addEndpoint, messagesTo, publishTestEvent, readEndpoint } from './endpoint-world.test-data'
import { publishEvents } from './publish-events'

const PATH = '/v1/webhooks/endpoints'

const world = openWebhookWorld()

const CLAIM_ALL = {
  ...{ free: 10, perProject: 10, inFlightOf: new Map(), perDestination: 10, inFlightTo: new Map() },
  leaseMs: 30_000,
}
const remove = (id: string) => as(world.owner, (ctx) => deleteWebhookEndpoint(ctx, id))
const view = async (id: string) => (await as(world.owner, (ctx) => getMessage(ctx, id))).message

/** The id of the one message an endpoint has. */
async function onlyMessageTo(endpointId: string): Promise<string> {
  const [message, ...more] = await messagesTo(endpointId)
  if (!message || more.length > 0) throw new Error('not one message')
  return message.id
}

test('what was on its way is shown as given up, and why', async () => {
  const { id } = await addEndpoint(world.owner, world.receiver.url)
  await publishTestEvent(world.owner)
  await remove(id)
  const message = await onlyMessageTo(id)
  expect(await view(message)).toMatchObject({
    ...{ status: 'failed', nextAttemptAt: null, withdrawnBecause: 'receiver-deleted' },
  })
})

test('what was being stored meanwhile does not stay on its way for ever', async () => {
  const { id } = await addEndpoint(world.owner, world.receiver.url)
  const { businessId, projectId } = world.owner
  await inWorker(async ({ db, now }) => {
    const what = { kind: 'wallet.transfer.completed', source: 'transaction', sourceId: v7(), orderKey: null } as const
    await publishEvents(db, [{ businessId, projectId, ...what, body: () => '{}' }], now())
    await remove(id)
  })
  const message = await onlyMessageTo(id)
  await wakeDueWorkers(workerCtx())
  expect(await view(message)).toMatchObject({ status: 'failed', withdrawnBecause: 'receiver-deleted' })
  expect(await hasDueMessages(workerCtx())).toBe(false)
  expect(world.receiver.visits).toEqual([])
})

test('what waits for a receiver that is only paused is left to wait', async () => {
  const { id } = await addEndpoint(world.owner, world.receiver.url)
  await publishTestEvent(world.owner)
  await workerCtx().db.execute(
    `insert into webhook_pauses (business_id, destination_id) values ('${world.owner.businessId}', '${id}')`,
  )
  await wakeDueWorkers(workerCtx())
  expect(await view(await onlyMessageTo(id))).toMatchObject({ status: 'pending', withdrawnBecause: null })
})

test('a wish to send something once more ends with the endpoint, and there is no further one', async () => {
  const { id } = await addEndpoint(world.owner, world.receiver.url)
  await publishTestEvent(world.owner)
  await dispatchWebhooks(workerCtx())
  const message = await onlyMessageTo(id)
  await as(world.owner, (ctx) => resendMessage(ctx, message))
  await remove(id)
  await dispatchWebhooks(workerCtx())
  expect(world.receiver.visits).toHaveLength(1)
  await expect(as(world.owner, (ctx) => resendMessage(ctx, message))).rejects.toMatchObject({
    ...{ code: 'failed', message: 'Its receiver was deleted' },
  })
  expect(await view(message)).toMatchObject({ status: 'delivered', resendRequestedAt: null, withdrawnBecause: null })
})

test('an attempt that was under way is recorded, and no other follows', async () => {
  const { id } = await addEndpoint(world.owner, world.receiver.url)
  world.receiver.answer(answering(500))
  await publishTestEvent(world.owner)
  const message = await onlyMessageTo(id)
  const [claimed] = await claimDue(workerCtx(), CLAIM_ALL)
  if (!claimed) throw new Error('nothing was due')
  await remove(id)
  await deliverMessage(workerCtx(), { message: claimed, timeoutMs: 5_000 })
  await wakeDueWorkers(workerCtx())
  expect(await readMessage(message)).toMatchObject({
    ...{ message: { status: 'failed', nextAttemptAt: null }, attempts: [{ number: 1, httpStatus: 500 }] },
  })
})

test('one that was being sent when its receiver was deleted, and arrived, counts as arrived', async () => {
  const { id } = await addEndpoint(world.owner, world.receiver.url)
  await publishTestEvent(world.owner)
  const message = await onlyMessageTo(id)
  const [claimed] = await claimDue(workerCtx(), CLAIM_ALL)
  if (!claimed) throw new Error('nothing was due')
  await remove(id)
  await deliverMessage(workerCtx(), { message: claimed, timeoutMs: 5_000 })
  expect(await view(message)).toMatchObject({ status: 'delivered' })
  const [row] = await workerCtx().db.select().from(webhookMessages).where(eq(webhookMessages.id, message))
  expect(row?.nextAttemptAt).toBeNull()
})

describe('to who calls /v1', () => {
  let client: WalletClient
  let owner: Owner
  beforeEach(async () => {
    client = await walletClient()
    owner = await createOwner(client.tenant)
  })

  test('it is found no more; what was never tried is dropped, what was is failed, and a test counts for nothing', async () => {
    const { id } = await addEndpoint(owner, world.receiver.url)
    world.receiver.answer(answering(500))
    await publishTestEvent(owner)
    await dispatchWebhooks(workerCtx())
    await publishTestEvent(owner)
    await client.post(`${PATH}/${id}/test`)
    expect(await client.delete(`${PATH}/${id}`)).toMatchObject({ code: 200, data: null })
    expect(await readEndpoint(id)).toMatchObject({ droppedCount: 1, failedCount: 1, deliveredCount: 0 })
    for (const { id: messageId } of await messagesTo(id)) await makeDue(messageId)
    await dispatchWebhooks(workerCtx())
    expect(world.receiver.visits).toHaveLength(1)
    const gone = {
      code: 404,
      message: 'Webhook endpoint not found',
      refusal: 'webhook_endpoint_not_found',
      param: 'id',
    }
    expect(await client.get(`${PATH}/${id}`)).toMatchObject(gone)
    expect(await client.delete(`${PATH}/${id}`)).toMatchObject(gone)
    expect(await client.patch(`${PATH}/${id}`, { status: 'active' })).toMatchObject(gone)
    expect(await client.post(`${PATH}/${id}/rotate-secret`)).toMatchObject(gone)
    expect(await client.post(`${PATH}/${id}/test`)).toMatchObject(gone)
    expect(await publishTestEvent(owner)).toBe(0)
  })

  test('it gets nothing of an outcome that was being stored meanwhile', async () => {
    const { id } = await addEndpoint(owner, world.receiver.url)
    const { businessId, projectId } = owner
    await inWorker(async ({ db, now }) => {
      const what = { kind: 'wallet.transfer.completed', source: 'transaction', sourceId: v7(), orderKey: null } as const
      await publishEvents(db, [{ businessId, projectId, ...what, body: () => '{}' }], now())
      expect((await client.delete(`${PATH}/${id}`)).code).toBe(200)
    })
    expect(await messagesTo(id)).toHaveLength(1)
    await dispatchWebhooks(workerCtx())
    expect(world.receiver.visits).toEqual([])
  })
})
