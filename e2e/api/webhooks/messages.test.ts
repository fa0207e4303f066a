import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '@/db/schema'
import { testDatabase } from '@/db/testing'
import { webhooksWoken } from '@/inngest/events'
import { wakeWhatIsDue } from '@/inngest/pumps'
import { verifyAudit } from '@/server/audit/verify-audit'
import { inTenant, type TenantCtx, workerCtx } from '@/server/ctx'
import { registerPump } from '@/server/wake'
import { claimDue } from '@/server/webhooks/claim-due'
import { messageFilter } from '@/server/webhooks/contract'
import { dispatchWebhooks } from '@/server/webhooks/dispatch'
import { getMessage } from '@/server/webhooks/get-message'
import { listMessages } from '@/server/webhooks/list-messages'
import { resendMessage } from '@/server/webhooks/resend-message'
import {
  createOwner,
  createTransactionRow,
  enqueueMessage,
  enqueueMessages,
  makeDue,
  type Owner,
  readMessage,
  settleAllMessages,
} from './messages'
import { answering, type Receiver, startReceiver } from './receiver'

let database: Awaited<ReturnType<typeof testDatabase>>
let receiver: Receiver
let owner: Owner
let woken = 0
let unregister: () => void

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  receiver = await startReceiver()
  owner = await createOwner()
  woken = 0
  // Stands for the running job: what would be an event is a poke.
  unregister = registerPump(webhooksWoken, {}, { poke: () => void woken++ })
})
afterEach(async () => {
  unregister()
  await receiver.close()
  await settleAllMessages()
})

type ProjectCtx = TenantCtx & { projectId: string }

function as<T>(who: Owner, work: (ctx: ProjectCtx) => Promise<T>): Promise<T> {
  return inTenant(who, (ctx) => work({ ...ctx, projectId: who.projectId }))
}
const list = (who: Owner, filter: Record<string, unknown> = {}) =>
  as(who, (ctx) => listMessages(ctx, messageFilter.parse(filter)))
const get = (who: Owner, id: string) => as(who, (ctx) => getMessage(ctx, id))
const resend = (who: Owner, id: string) => as(who, (ctx) => resendMessage(ctx, id))

describe('reading', () => {
  test('lists messages newest first, in pages, with the last status', async () => {
    const ids = await enqueueMessages(
      owner,
      receiver.url,
      Array.from({ length: 23 }, (_, n) => ({ createdAt: new Date(1e12 + n * 1_000) })),
    )
    await dispatchWebhooks(workerCtx())
    const first = await list(owner)
    expect(first).toMatchObject({ total: 23, page: 1, pageSize: 20 })
    const second = await list(owner, { page: 2 })
    expect([...first.items, ...second.items].map((item) => item.id)).toEqual([...ids].reverse())
    expect(first.items[0]).toMatchObject({
      status: 'delivered',
      attemptCount: 1,
      lastHttpStatus: 200,
      resendRequestedAt: null,
    })
    expect((await list(owner, { page: 3 })).items).toEqual([])
  })

  test('narrows by status and by transaction', async () => {
    const { id: transactionId } = await createTransactionRow(owner)
    receiver.answer((visit, response) => response.writeHead(visit.path === '/bad' ? 410 : 200).end())
    const good = await enqueueMessage(owner, receiver.url)
    const bad = await enqueueMessage(owner, `${receiver.url}/bad`, { transactionId })
    await dispatchWebhooks(workerCtx())
    const waiting = await enqueueMessage(owner, receiver.url, { nextAttemptAt: new Date(Date.now() + 60_000) })
    const idsOf = async (filter: Record<string, unknown>) => (await list(owner, filter)).items.map((item) => item.id)
    expect(await idsOf({ status: 'delivered' })).toEqual([good])
    expect(await idsOf({ status: 'failed' })).toEqual([bad])
    expect(await idsOf({ status: 'pending' })).toEqual([waiting])
    expect(await idsOf({ transactionId })).toEqual([bad])
    expect(await idsOf({ transactionId, status: 'delivered' })).toEqual([])
    expect((await list(owner, { status: 'failed' })).items[0]?.lastHttpStatus).toBe(410)
  })

  test('narrows by event and by any part of the URL, whose signs mean nothing', async () => {
    const transfer = await enqueueMessage(owner, `${receiver.url}/Hooks?a=1_2%20`)
    const signed = await enqueueMessage(owner, `${receiver.url}/other`, { kind: 'wallet.sign.failed' })
    const idsOf = async (filter: Record<string, unknown>) => (await list(owner, filter)).items.map((item) => item.id)
    expect(await idsOf({ kind: 'wallet.sign.failed' })).toEqual([signed])
    expect(await idsOf({ url: '/hooks' })).toEqual([transfer])
    expect(await idsOf({ url: '1_2%20' })).toEqual([transfer])
    expect(await idsOf({ url: '_' })).toEqual([transfer])
    expect(await idsOf({ url: '%' })).toEqual([transfer])
    expect(await idsOf({ url: '/hooks', kind: 'wallet.sign.failed' })).toEqual([])
    expect((await idsOf({ url: receiver.url })).toSorted()).toEqual([transfer, signed].toSorted())
  })

  test('shows one message with its body and every attempt, newest first', async () => {
    receiver.answer(answering(500, {}, 'oops'))
    const id = await enqueueMessage(owner, receiver.url)
    await dispatchWebhooks(workerCtx())
    receiver.answer(answering(200))
    await makeDue(id)
    await dispatchWebhooks(workerCtx())
    const detail = await get(owner, id)
    expect(detail.message).toMatchObject({ id, status: 'delivered', attemptCount: 2, lastHttpStatus: 200 })
    expect(detail.body).toBe(receiver.visits[0]?.body)
    expect(detail.attempts).toMatchObject([
      { number: 2, httpStatus: 200, error: null },
      { number: 1, httpStatus: 500, error: 'The receiver answered 500', responseExcerpt: 'oops' },
    ])
  })

  test("shows nothing of another business's or project's messages", async () => {
    const stranger = await createOwner()
    const id = await enqueueMessage(owner, receiver.url, { nextAttemptAt: new Date(Date.now() + 60_000) })
    expect((await list(stranger)).items).toEqual([])
    await expect(get(stranger, id)).rejects.toMatchObject({ code: 'not_found', message: 'Webhook message not found' })
    await expect(resend(stranger, id)).rejects.toMatchObject({ code: 'not_found' })
    const sibling = { ...owner, projectId: stranger.projectId }
    expect((await list(sibling)).items).toEqual([])
    await expect(get(sibling, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(resend(sibling, id)).rejects.toMatchObject({ code: 'not_found' })
    expect((await readMessage(id)).message.resendRequestedAt).toBeNull()
    expect(woken).toBe(0)
  })
})

describe('a resend', () => {
  async function delivered(): Promise<string> {
    const id = await enqueueMessage(owner, receiver.url)
    await dispatchWebhooks(workerCtx())
    unregister = registerPump(webhooksWoken, {}, { poke: () => void woken++ })
    return id
  }

  test('sends a delivered message again, the same in id and body, by the job alone', async () => {
    const id = await delivered()
    await resend(owner, id)
    expect(receiver.visits).toHaveLength(1)
    expect(woken).toBe(1)
    expect((await get(owner, id)).message.resendRequestedAt).not.toBeNull()
    expect(await dispatchWebhooks(workerCtx())).toMatchObject({ nextAt: null })
    expect(receiver.visits).toHaveLength(2)
    expect(receiver.visits[1]?.body).toBe(receiver.visits[0]?.body)
    expect(receiver.visits[1]?.headers['webhook-id']).toBe(id)
    const { message, attempts } = await readMessage(id)
    expect(message).toMatchObject({
      status: 'delivered',
      attemptCount: 2,
      resendCount: 1,
      resendRequestedAt: null,
      leaseUntil: null,
    })
    expect(attempts.map(({ number, isResend }) => [number, isResend])).toEqual([
      [1, false],
      [2, true],
    ])
  })

  test('asked for many times at once happens once and is audited once', async () => {
    const id = await delivered()
    await Promise.all(Array.from({ length: 5 }, () => resend(owner, id)))
    await dispatchWebhooks(workerCtx())
    expect(receiver.visits).toHaveLength(2)
    const audits = await workerCtx().db.select().from(auditLog).where(eq(auditLog.businessId, owner.businessId))
    expect(audits.filter((row) => row.action === 'webhook.resend-requested')).toMatchObject([
      { target: id, projectId: owner.projectId },
    ])
    expect(await as(owner, verifyAudit)).toMatchObject({ isIntact: true })
  })

  test('of a failed message that now succeeds makes it delivered', async () => {
    receiver.answer(answering(410))
    const id = await delivered()
    expect((await readMessage(id)).message.status).toBe('failed')
    receiver.answer(answering(200))
    await resend(owner, id)
    await dispatchWebhooks(workerCtx())
    expect((await readMessage(id)).message).toMatchObject({ status: 'delivered', attemptCount: 2 })
  })

  test.each([
    [410, 'failed'],
    [200, 'delivered'],
  ])('that fails leaves a message whose first answer was %i %s', async (status, expected) => {
    receiver.answer(answering(status))
    const id = await delivered()
    receiver.answer(answering(500))
    await resend(owner, id)
    expect(await dispatchWebhooks(workerCtx())).toMatchObject({ nextAt: null })
    expect(await readMessage(id)).toMatchObject({
      message: { status: expected, nextAttemptAt: null, resendRequestedAt: null, leaseUntil: null },
      attempts: [{ httpStatus: status }, { httpStatus: 500, isResend: true }],
    })
  })

  test('of a message between two retries neither moves its schedule nor uses it up', async () => {
    receiver.answer(answering(500))
    const id = await delivered()
    const before = (await readMessage(id)).message
    for (let time = 0; time < 3; time++) {
      await resend(owner, id)
      await dispatchWebhooks(workerCtx())
    }
    const after = (await readMessage(id)).message
    expect(after).toMatchObject({
      status: 'pending',
      nextAttemptAt: before.nextAttemptAt,
      attemptCount: 4,
      resendCount: 3,
    })
    await makeDue(id)
    const { nextAt } = await dispatchWebhooks(workerCtx())
    // The second wait of the schedule, not the fifth.
    const seconds = (new Date(nextAt ?? 0).getTime() - Date.now()) / 1_000
    expect(seconds).toBeGreaterThan(28)
    expect(seconds).toBeLessThan(34)
  })

  test('asked for while a delivery runs follows it', async () => {
    const id = await enqueueMessage(owner, receiver.url)
    receiver.answer((_visit, response) => void resend(owner, id).then(() => response.end()))
    const running = dispatchWebhooks(workerCtx())
    await running.then(() => receiver.answer(answering(200)))
    await dispatchWebhooks(workerCtx())
    expect(receiver.visits.length).toBeGreaterThanOrEqual(2)
    expect((await readMessage(id)).message.attemptCount).toBe(receiver.visits.length)
  })

  test('whose wake-up got lost is found by the sweep', async () => {
    const id = await delivered()
    await resend(owner, id)
    woken = 0
    await wakeWhatIsDue(workerCtx())
    expect(woken).toBe(1)
    expect(
      await claimDue(workerCtx(), { free: 9, perProject: 9, inFlightOf: new Map(), leaseMs: 1_000 }),
    ).toMatchObject([{ id }])
  })
})
