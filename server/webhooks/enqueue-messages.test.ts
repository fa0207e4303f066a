import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { webhookMessages } from '@/db/schema'
import { inWorker, workerCtx } from '@/server/ctx'
import { openWebhookWorld } from '@/server/testing/webhook-world'
import { dispatchWebhooks } from './dispatch'
import { enqueueMessages, type NewMessage } from './enqueue-messages'

const world = openWebhookWorld()

function newMessage(request: Partial<NewMessage> = {}): NewMessage {
  const { businessId, projectId } = world.owner
  const reported = { source: 'test', sourceId: v7(), kind: 'webhook.test', body: '{"text":"ünï \\u0000 ✓"}' } as const
  const way = { url: world.receiver.url, scheme: 'standard', keySource: 'project' } as const
  return { businessId, projectId, ...reported, ...way, destinationId: null, orderKey: null, ...request }
}

const put = (messages: NewMessage[]) => inWorker(({ db, now }) => enqueueMessages(db, messages, now()))
const count = () => workerCtx().db.$count(webhookMessages, eq(webhookMessages.businessId, world.owner.businessId))

test('there is one message for each row, kind and destination, however often it is put', async () => {
  const message = newMessage()
  const elsewhere = { ...message, destinationId: v7() }
  expect(await put([message])).toBe(1)
  expect(await put([message, elsewhere, { ...message, kind: 'wallet.sign.failed' }])).toBe(2)
  expect(await Promise.all([put([message]), put([elsewhere]), put([message, elsewhere])])).toEqual([0, 0, 0])
  expect(await count()).toBe(3)
})

/** Puts it, and forgets it as a restored backup does. Answers the row, with the `webhook-id` it had. */
async function putAndForget(message: NewMessage) {
  await put([message])
  const [row] = await workerCtx()
    .db.delete(webhookMessages)
    .where(eq(webhookMessages.sourceId, message.sourceId))
    .returning()
  return { rowId: row?.id, webhookId: row?.reportedAs ?? row?.id }
}

test('what is told again after a backup was restored has the id it had', async () => {
  const message = newMessage()
  const { rowId } = await putAndForget(message)
  expect((await putAndForget(message)).rowId).toBe(rowId)
  expect((await putAndForget({ ...message, destinationId: v7() })).rowId).not.toBe(rowId)
  const old = newMessage({ sourceId: v7({ msecs: Date.now() - 30 * 86_400_000 }) })
  expect((await putAndForget(old)).rowId).not.toBe((await putAndForget(old)).rowId)
})

test('what is told again in an order, or about an old row, after a backup was restored has the webhook-id it had', async () => {
  const old = newMessage({ sourceId: v7({ msecs: Date.now() - 30 * 86_400_000 }) })
  for (const message of [newMessage({ orderKey: 'payment 1' }), old]) {
    const { webhookId } = await putAndForget(message)
    expect((await putAndForget(message)).webhookId).toBe(webhookId)
    expect((await putAndForget({ ...message, destinationId: v7() })).webhookId).not.toBe(webhookId)
    expect((await putAndForget({ ...message, kind: 'payment.settled' })).webhookId).not.toBe(webhookId)
  }
})

test('what happened has one webhook-id for each receiver, whichever row tells of it', async () => {
  const happening = ['8453', '0xblock', '0xhash:0', '0']
  const message = newMessage({ happening, orderKey: 'o' })
  await put([message, { ...message, sourceId: v7() }, { ...message, sourceId: v7(), destinationId: v7() }])
  await put([{ ...message, sourceId: v7(), happening: ['8453', '0xblock', '0xhash:1', '0'] }])
  for (let n = 0; n < 3; n++) await dispatchWebhooks(workerCtx())
  const ids = world.receiver.visits.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(4)
  expect(new Set(ids).size).toBe(3)
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/.test(String(id)))).toBe(
    true,
  )
})

test('it is due at once, and arrives byte for byte', async () => {
  const message = newMessage()
  await put([message])
  await dispatchWebhooks(workerCtx())
  expect(world.receiver.visits).toMatchObject([{ body: message.body }])
})

test('what is undone has told nobody', async () => {
  const undone = inWorker(async ({ db, now }) => {
    await enqueueMessages(db, [newMessage()], now())
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await count()).toBe(0)
})

test('none is nothing, and ten thousand go at once, more than a list of parameters holds', async () => {
  expect(await put([])).toBe(0)
  expect(await put(Array.from({ length: 10_000 }, () => newMessage()))).toBe(10_000)
  expect(await count()).toBe(10_000)
})
