import { describe, expect, test } from 'vitest'
import { answering } from '@/dev/testing/webhook-receiver'
import { messageFilter } from '@/schemas/webhooks/contract'
import { workerCtx } from '@/server/ctx'
import {
  createOwner,
  createTransactionRow,
  enqueueMessage,
  enqueueMessages,
  makeDue,
  type Owner,
  readMessage,
} from '@/server/testing/messages'
import { as, openWebhookWorld } from '@/server/testing/webhook-world'
import { dispatchWebhooks } from './dispatch'
import { getMessage } from './get-message'
import { listMessages } from './list-messages'
import { resendMessage } from './resend-message'

const world = openWebhookWorld()

const list = (who: Owner, filter: Record<string, unknown> = {}) =>
  as(who, (ctx) => listMessages(ctx, messageFilter.parse(filter)))
const get = (who: Owner, id: string) => as(who, (ctx) => getMessage(ctx, id))
const resend = (who: Owner, id: string) => as(who, (ctx) => resendMessage(ctx, id))

describe('reading', () => {
  test('lists messages newest first, in pages, with the last status', async () => {
    const ids = await enqueueMessages(
      world.owner,
      world.receiver.url,
      Array.from({ length: 23 }, (_, n) => ({ createdAt: new Date(1e12 + n * 1_000) })),
    )
    await dispatchWebhooks(workerCtx())
    const first = await list(world.owner)
    expect(first).toMatchObject({ total: 23, page: 1, pageSize: 20 })
    const second = await list(world.owner, { page: 2 })
    expect([...first.items, ...second.items].map((item) => item.id)).toEqual([...ids].reverse())
    expect(first.items[0]).toMatchObject({
      status: 'delivered',
      attemptCount: 1,
      lastHttpStatus: 200,
      resendRequestedAt: null,
    })
    expect((await list(world.owner, { page: 3 })).items).toEqual([])
  })

  test('narrows by status and by transaction', async () => {
    const { id: transactionId } = await createTransactionRow(world.owner)
    world.receiver.answer((visit, response) => response.writeHead(visit.path === '/bad' ? 410 : 200).end())
    const good = await enqueueMessage(world.owner, world.receiver.url)
    const bad = await enqueueMessage(world.owner, `${world.receiver.url}/bad`, {
      source: 'transaction',
      sourceId: transactionId,
    })
    await dispatchWebhooks(workerCtx())
    const waiting = await enqueueMessage(world.owner, world.receiver.url, {
      nextAttemptAt: new Date(Date.now() + 60_000),
    })
    const idsOf = async (filter: Record<string, unknown>) =>
      (await list(world.owner, filter)).items.map((item) => item.id)
    expect(await idsOf({ status: 'delivered' })).toEqual([good])
    expect(await idsOf({ status: 'failed' })).toEqual([bad])
    expect(await idsOf({ status: 'pending' })).toEqual([waiting])
    expect(await idsOf({ sourceId: transactionId })).toEqual([bad])
    expect(await idsOf({ sourceId: transactionId, status: 'delivered' })).toEqual([])
    expect((await list(world.owner, { status: 'failed' })).items[0]?.lastHttpStatus).toBe(410)
  })

  test('narrows by event and by any part of the URL, whose signs mean nothing', async () => {
    const transfer = await enqueueMessage(world.owner, `${world.receiver.url}/Hooks?a=1_2%20`)
    const signed = await enqueueMessage(world.owner, `${world.receiver.url}/other`, { kind: 'wallet.sign.failed' })
    const idsOf = async (filter: Record<string, unknown>) =>
      (await list(world.owner, filter)).items.map((item) => item.id)
    expect(await idsOf({ kind: 'wallet.sign.failed' })).toEqual([signed])
    expect(await idsOf({ url: '/hooks' })).toEqual([transfer])
    expect(await idsOf({ url: '1_2%20' })).toEqual([transfer])
    expect(await idsOf({ url: '_' })).toEqual([transfer])
    expect(await idsOf({ url: '%' })).toEqual([transfer])
    expect(await idsOf({ url: '/hooks', kind: 'wallet.sign.failed' })).toEqual([])
    expect((await idsOf({ url: world.receiver.url })).toSorted()).toEqual([transfer, signed].toSorted())
  })

  test('shows one message with its body and every attempt, newest first', async () => {
    world.receiver.answer(answering(500, {}, 'oops'))
    const id = await enqueueMessage(world.owner, world.receiver.url)
    await dispatchWebhooks(workerCtx())
    world.receiver.answer(answering(200))
    await makeDue(id)
    await dispatchWebhooks(workerCtx())
    const detail = await get(world.owner, id)
    expect(detail.message).toMatchObject({ id, status: 'delivered', attemptCount: 2, lastHttpStatus: 200 })
    expect(detail.body).toBe(world.receiver.visits[0]?.body)
    expect(detail.attempts).toMatchObject([
      { number: 2, httpStatus: 200, error: null },
      { number: 1, httpStatus: 500, error: 'The destination returned 500', responseExcerpt: 'oops' },
    ])
  })

  test("shows nothing of another business's or project's messages", async () => {
    const stranger = await createOwner()
    const id = await enqueueMessage(world.owner, world.receiver.url, { nextAttemptAt: new Date(Date.now() + 60_000) })
    expect((await list(stranger)).items).toEqual([])
    await expect(get(stranger, id)).rejects.toMatchObject({ code: 'not_found', message: 'Webhook message not found' })
    await expect(resend(stranger, id)).rejects.toMatchObject({ code: 'not_found' })
    const sibling = { ...world.owner, projectId: stranger.projectId }
    expect((await list(sibling)).items).toEqual([])
    await expect(get(sibling, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(resend(sibling, id)).rejects.toMatchObject({ code: 'not_found' })
    expect((await readMessage(id)).message.resendRequestedAt).toBeNull()
    expect(world.dueEvent.times).toBe(0)
  })
})
