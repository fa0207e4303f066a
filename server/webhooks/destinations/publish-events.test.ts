import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { answering } from '@/dev/testing/webhook-receiver'
import { workerCtx } from '@/server/ctx'
import { createOwner, enqueueMessages, makeDue } from '@/server/testing/messages'
import { as, isVerified, openWebhookWorld, withPortalSecret } from '@/server/testing/webhook-world'
import { dispatchWebhooks } from '@/server/webhooks/dispatch'
import { recoverMessages } from '@/server/webhooks/recover-messages'
import { resendMessage } from '@/server/webhooks/resend-message'
import { addEndpoint, messagesTo, publishTestEvent, readEndpoint } from './endpoint-world.test-data'

const world = openWebhookWorld()
const deliver = () => dispatchWebhooks(workerCtx())

describe('what happens in a project', () => {
  test('reaches each endpoint that listens to it, by kind or family, and nobody else', async () => {
    const { owner, receiver } = world
    const stranger = await createOwner()
    const all = await addEndpoint(owner, receiver.url)
    const one = await addEndpoint(owner, receiver.url, { events: ['wallet.transfer.completed'] })
    const other = await addEndpoint(owner, receiver.url, { events: ['wallet.sign.completed'] })
    const deleted = await addEndpoint(owner, receiver.url, { deletedAt: new Date() })
    const foreign = await addEndpoint(stranger, receiver.url)
    expect(await publishTestEvent(owner)).toBe(2)
    const counts = await Promise.all([all, one, other, deleted, foreign].map(async ({ id }) => messagesTo(id)))
    expect(counts.map((messages) => messages.length)).toEqual([1, 1, 0, 0, 0])
  })

  test('is told once for each row, kind and endpoint', async () => {
    const { id } = await addEndpoint(world.owner, world.receiver.url)
    const sourceId = v7()
    expect(await publishTestEvent(world.owner, { sourceId })).toBe(1)
    expect(await publishTestEvent(world.owner, { sourceId })).toBe(0)
    expect(await publishTestEvent(world.owner, { sourceId, kind: 'wallet.transfer.failed' })).toBe(1)
    expect(await messagesTo(id)).toHaveLength(2)
  })

  test('is not even put into words where nobody listens', async () => {
    await addEndpoint(world.owner, world.receiver.url, { events: ['wallet.sign.completed'] })
    const body = () => {
      throw new Error('nobody reads it')
    }
    expect(await publishTestEvent(world.owner, { kind: 'wallet.sign.failed', body })).toBe(0)
    expect(await publishTestEvent(await createOwner(), { body })).toBe(0)
  })

  test('while the endpoint is paused is counted and not sent', async () => {
    const { id } = await addEndpoint(world.owner, world.receiver.url, { status: 'paused' })
    const two = Array.from({ length: 2 }, () => publishTestEvent(world.owner))
    expect(await Promise.all(two)).toEqual([0, 0])
    expect(await readEndpoint(id)).toMatchObject({ droppedCount: 2, deliveredCount: 0, failedCount: 0 })
  })

  test('of one order key reaches each endpoint in order, and holds up no other endpoint', async () => {
    const { owner, receiver } = world
    const [a, b] = [await addEndpoint(owner, receiver.url), await addEndpoint(owner, receiver.url)]
    const sourceId = v7()
    for (const kind of ['wallet.transfer.completed', 'wallet.transfer.failed'] as const)
      await publishTestEvent(owner, { sourceId, kind, orderKey: sourceId })
    const keys = (await Promise.all([a, b].map(({ id }) => messagesTo(id)))).map((messages) =>
      messages.map(({ orderKey }) => orderKey),
    )
    expect(keys.map((own) => new Set(own).size)).toEqual([1, 1])
    expect(keys[0]?.[0]).not.toBe(keys[1]?.[0])
  })
})

describe('a delivery to an endpoint', () => {
  test('is signed as Standard Webhooks with the secret of the endpoint, and counted', async () => {
    const { owner, receiver } = world
    const { id, secret } = await addEndpoint(owner, receiver.url)
    await publishTestEvent(owner)
    await deliver()
    const [visit] = receiver.visits
    if (!visit) throw new Error('nobody came')
    expect(isVerified(withPortalSecret(secret), visit)).toBe(true)
    expect(isVerified(withPortalSecret(owner.secret), visit)).toBe(false)
    expect(await readEndpoint(id)).toMatchObject({
      ...{ deliveredCount: 1, failedCount: 0, droppedCount: 0 },
      lastDeliveryAt: expect.any(Date),
    })
  })

  test('counts as failed when its schedule is used up, and moves over when a resend arrives', async () => {
    const { owner, receiver } = world
    const { id } = await addEndpoint(owner, receiver.url)
    receiver.answer(answering(500))
    await publishTestEvent(owner)
    const [message] = await messagesTo(id)
    if (!message) throw new Error('no message')
    for (let attempt = 1; attempt <= 10; attempt++) {
      expect(await readEndpoint(id)).toMatchObject({ deliveredCount: 0, failedCount: 0 })
      await makeDue(message.id)
      await deliver()
    }
    expect(await readEndpoint(id)).toMatchObject({ deliveredCount: 0, failedCount: 1 })
    receiver.answer(answering(200))
    await as(owner, (ctx) => resendMessage(ctx, message.id))
    await deliver()
    expect(await readEndpoint(id)).toMatchObject({ deliveredCount: 1, failedCount: 0 })
  })

  test('that fails after five days of nothing but failures pauses it', async () => {
    const { owner, receiver } = world
    const { id } = await addEndpoint(owner, receiver.url)
    receiver.answer(answering(500))
    await publishTestEvent(owner)
    await deliver()
    expect(await readEndpoint(id)).toMatchObject({ status: 'active', pausedBecause: null })
    await workerCtx().db.execute(
      sql`update webhook_failing set since = now() - interval '5 days' where destination_id = ${id}`,
    )
    await publishTestEvent(owner)
    await deliver()
    expect(await readEndpoint(id)).toMatchObject({ status: 'paused', pausedBecause: 'failing' })
  })

  test('that is answered 410 pauses it: what is on its way waits, what happens from then on is counted', async () => {
    const { owner, receiver } = world
    const { id } = await addEndpoint(owner, receiver.url)
    receiver.answer(answering(410))
    await publishTestEvent(owner)
    await deliver()
    expect(await readEndpoint(id)).toMatchObject({ status: 'paused', pausedBecause: 'gone', failedCount: 1 })
    await publishTestEvent(owner)
    await deliver()
    expect(receiver.visits).toHaveLength(1)
    expect(await readEndpoint(id)).toMatchObject({ droppedCount: 1 })
  })
})

test('what failed at an endpoint is recovered like the rest, and no longer counts as failed; that of a paused or deleted one is not', async () => {
  const { owner, receiver } = world
  const [active, paused, deleted] = [
    await addEndpoint(owner, receiver.url),
    await addEndpoint(owner, receiver.url),
    await addEndpoint(owner, receiver.url),
  ]
  const fail = { status: 'failed', nextAttemptAt: null, attemptCount: 10, keySource: 'endpoint' } as const
  for (const { id: destinationId } of [active, paused, deleted])
    await enqueueMessages(owner, receiver.url, [
      { ...fail, destinationId },
      { ...fail, destinationId },
    ])
  const { db } = workerCtx()
  await db.execute(sql`update webhook_endpoints set failed_count = 2`)
  await db.execute(sql`update webhook_endpoints set status = 'paused' where id = ${paused.id}`)
  await db.execute(sql`update webhook_endpoints set deleted_at = now() where id = ${deleted.id}`)
  expect(await as(owner, (ctx) => recoverMessages(ctx, { since: new Date(0) }))).toBe(2)
  const failedCounts = async () =>
    (await Promise.all([active, paused, deleted].map(({ id }) => readEndpoint(id)))).map((row) => row.failedCount)
  expect(await failedCounts()).toEqual([0, 2, 2])
  await deliver()
  expect(receiver.visits).toHaveLength(2)
  expect(await readEndpoint(active.id)).toMatchObject({ deliveredCount: 2, failedCount: 0 })
})
