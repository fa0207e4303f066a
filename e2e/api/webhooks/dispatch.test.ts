import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { projects, webhookMessages } from '@/db/schema'
import { testDatabase } from '@/db/testing'
import { workerCtx } from '@/server/ctx'
import { claimDue } from '@/server/webhooks/claim-due'
import { deliverMessage } from '@/server/webhooks/deliver-message'
import { dispatchWebhooks } from '@/server/webhooks/dispatch'
import {
  createOwner,
  enqueueMessage,
  enqueueMessages,
  expireLease,
  makeDue,
  type Owner,
  readMessage,
  settleAllMessages,
} from './messages'
import { answering, type Receiver, startReceiver } from './receiver'

let database: Awaited<ReturnType<typeof testDatabase>>
let receiver: Receiver
let owner: Owner

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  receiver = await startReceiver()
  owner = await createOwner()
})
afterEach(async () => {
  await receiver.close()
  await settleAllMessages()
})

const secondsFromNow = (at: Date | string | null) => at && (new Date(at).getTime() - Date.now()) / 1_000

test('delivers what is due, once, and writes down what happened', async () => {
  receiver.answer(answering(200, {}, 'thank you'))
  const id = await enqueueMessage(owner, `${receiver.url}/in`)
  expect(await dispatchWebhooks(workerCtx())).toMatchObject({ nextAt: null })
  await dispatchWebhooks(workerCtx())
  expect(receiver.visits).toHaveLength(1)
  const { message, attempts } = await readMessage(id)
  expect(message).toMatchObject({ status: 'delivered', attemptCount: 1, nextAttemptAt: null, leaseUntil: null })
  const [visit] = receiver.visits
  expect(visit).toMatchObject({ path: '/in', body: message.body })
  expect(visit?.headers).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json' })
  expect(visit?.headers['webhook-key']).toBeUndefined()
  expect(attempts).toMatchObject([
    { number: 1, isResend: false, httpStatus: 200, error: null, responseExcerpt: 'thank you', signedWith: 'project' },
  ])
  expect(attempts[0]?.requestHeaders).toEqual({
    'webhook-id': id,
    'webhook-timestamp': visit?.headers['webhook-timestamp'],
    'webhook-signature': visit?.headers['webhook-signature'],
  })
})

test('leaves what is not due yet, and says when it will be', async () => {
  const dueAt = new Date(Date.now() + 60_000)
  await enqueueMessage(owner, receiver.url, { nextAttemptAt: dueAt })
  expect(await dispatchWebhooks(workerCtx())).toMatchObject({ nextAt: dueAt })
  expect(receiver.visits).toHaveLength(0)
})

test.each([500, 503, 408, 425, 429, 404, 400, 401, 403])(
  'tries again after %i, with the waits of the schedule',
  async (status) => {
    receiver.answer(answering(status, {}, 'not now'))
    const id = await enqueueMessage(owner, receiver.url)
    const { nextAt } = await dispatchWebhooks(workerCtx())
    expect(secondsFromNow(nextAt)).toBeGreaterThan(3)
    expect(secondsFromNow(nextAt)).toBeLessThanOrEqual(5.5)
    expect(await readMessage(id)).toMatchObject({
      message: { status: 'pending', attemptCount: 1, leaseUntil: null },
      attempts: [
        { number: 1, httpStatus: status, error: `The receiver answered ${status}`, responseExcerpt: 'not now' },
      ],
    })
    await makeDue(id)
    const second = await dispatchWebhooks(workerCtx())
    expect(secondsFromNow(second.nextAt)).toBeGreaterThan(28)
    receiver.answer(answering(204))
    await makeDue(id)
    expect(await dispatchWebhooks(workerCtx())).toMatchObject({ nextAt: null })
    const { message, attempts } = await readMessage(id)
    expect(message).toMatchObject({ status: 'delivered', attemptCount: 3, nextAttemptAt: null })
    expect(attempts.map(({ number, httpStatus }) => [number, httpStatus])).toEqual([
      [1, status],
      [2, status],
      [3, 204],
    ])
  },
)

test('gives up after the ninth retry', async () => {
  receiver.answer(answering(500))
  const id = await enqueueMessage(owner, receiver.url)
  for (let attempt = 1; attempt <= 10; attempt++) {
    expect((await readMessage(id)).message.status).toBe('pending')
    await makeDue(id)
    await dispatchWebhooks(workerCtx())
  }
  const { message, attempts } = await readMessage(id)
  expect(message).toMatchObject({ status: 'failed', attemptCount: 10, nextAttemptAt: null, leaseUntil: null })
  expect(attempts.map((attempt) => attempt.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  await dispatchWebhooks(workerCtx())
  expect(receiver.visits).toHaveLength(10)
})

test('ends at 410: the receiver says that it is gone', async () => {
  receiver.answer(answering(410))
  const id = await enqueueMessage(owner, receiver.url)
  expect(await dispatchWebhooks(workerCtx())).toMatchObject({ nextAt: null })
  expect(await readMessage(id)).toMatchObject({
    message: { status: 'failed', nextAttemptAt: null },
    attempts: [{ httpStatus: 410 }],
  })
  expect(receiver.visits).toHaveLength(1)
})

test.each([301, 307])('follows no redirect: %i is a failure that is tried again', async (status) => {
  receiver.answer(answering(status, { location: `${receiver.url}/elsewhere` }))
  const id = await enqueueMessage(owner, receiver.url)
  await dispatchWebhooks(workerCtx())
  expect(await readMessage(id)).toMatchObject({
    message: { status: 'pending', attemptCount: 1 },
    attempts: [{ httpStatus: status }],
  })
  expect(receiver.visits.map((visit) => visit.path)).toEqual(['/'])
})

test('waits as long as a 429 asks', async () => {
  receiver.answer(answering(429, { 'retry-after': '120' }))
  await enqueueMessage(owner, receiver.url)
  const { nextAt } = await dispatchWebhooks(workerCtx())
  expect(secondsFromNow(nextAt)).toBeGreaterThan(118)
  expect(secondsFromNow(nextAt)).toBeLessThanOrEqual(120)
})

test('tries again when nobody listens', async () => {
  const gone = await startReceiver()
  await gone.close()
  const id = await enqueueMessage(owner, gone.url)
  await dispatchWebhooks(workerCtx())
  expect(await readMessage(id)).toMatchObject({
    message: { status: 'pending' },
    attempts: [{ httpStatus: null, error: 'The connection failed (ECONNREFUSED)', responseExcerpt: null }],
  })
})

test('a receiver that hangs holds up nobody else, however many messages wait for it', async () => {
  const silent = await startReceiver(() => {})
  const hanging = await enqueueMessages(
    owner,
    silent.url,
    Array.from({ length: 30 }, () => ({ nextAttemptAt: new Date(Date.now() - 60_000) })),
  )
  const other = await createOwner()
  const prompt = await enqueueMessages(
    other,
    receiver.url,
    Array.from({ length: 10 }, () => ({})),
  )
  const running = dispatchWebhooks(workerCtx(), { slots: 8, perProject: 6, timeoutMs: 3_000, runMs: 2_500 })
  await vi.waitFor(() => expect(receiver.visits).toHaveLength(10), { timeout: 2_800, interval: 20 })
  expect(silent.mostOpen()).toBe(6)
  await running
  expect((await Promise.all(prompt.map(readMessage))).every(({ message }) => message.status === 'delivered')).toBe(true)
  const tried = (await Promise.all(hanging.map(readMessage))).filter(({ attempts }) => attempts.length > 0)
  expect(tried).toHaveLength(6)
  expect(tried[0]).toMatchObject({
    message: { status: 'pending', leaseUntil: null },
    attempts: [{ error: 'No answer in time' }],
  })
  await silent.close()
})

test('dispatchers at work side by side deliver each message once', async () => {
  receiver.answer((_visit, response) => setTimeout(() => response.end(), 5))
  const ids = await enqueueMessages(
    owner,
    receiver.url,
    Array.from({ length: 200 }, () => ({})),
  )
  await Promise.all(Array.from({ length: 4 }, () => dispatchWebhooks(workerCtx(), { slots: 16, perProject: 16 })))
  expect(receiver.visits.map((visit) => visit.headers['webhook-id']).sort()).toEqual([...ids].sort())
  const rows = await workerCtx().db.select().from(webhookMessages).where(eq(webhookMessages.projectId, owner.projectId))
  expect(rows.every((row) => row.status === 'delivered' && row.attemptCount === 1)).toBe(true)
})

test('what a process that died had claimed is delivered when its lease is over, with the same id and body', async () => {
  const id = await enqueueMessage(owner, receiver.url)
  const claim = { free: 10, perProject: 10, inFlightOf: new Map(), leaseMs: 30_000 }
  const [taken] = await claimDue(workerCtx(), claim)
  if (!taken) throw new Error('nothing was claimed')
  const { nextAt } = await dispatchWebhooks(workerCtx())
  expect(receiver.visits).toHaveLength(0)
  expect(secondsFromNow(nextAt)).toBeGreaterThan(25)
  // It had sent the message and died before it could write that down.
  receiver.answer((_visit, response) => response.end())
  await expireLease(id)
  const lost = await claimDue(workerCtx(), claim)
  expect(lost.map((message) => message.id)).toEqual([id])
  await expireLease(id)
  await dispatchWebhooks(workerCtx())
  expect(receiver.visits).toHaveLength(1)
  await deliverMessage(workerCtx(), { message: taken, timeoutMs: 1_000 })
  expect(receiver.visits.map((visit) => visit.headers['webhook-id'])).toEqual([id, id])
  expect(new Set(receiver.visits.map((visit) => visit.body)).size).toBe(1)
})

test('a dispatcher that lost its lease cannot undo what its successor settled', async () => {
  const id = await enqueueMessage(owner, receiver.url)
  const [slow] = await claimDue(workerCtx(), { free: 1, perProject: 1, inFlightOf: new Map(), leaseMs: 30_000 })
  if (!slow) throw new Error('nothing was claimed')
  await expireLease(id)
  await dispatchWebhooks(workerCtx())
  receiver.answer(answering(500))
  await deliverMessage(workerCtx(), { message: slow, timeoutMs: 1_000 })
  const { message, attempts } = await readMessage(id)
  expect(message).toMatchObject({ status: 'delivered', nextAttemptAt: null, attemptCount: 2 })
  expect(attempts.map(({ number, httpStatus }) => [number, httpStatus])).toEqual([
    [1, 200],
    [2, 500],
  ])
})

test('a fault of our own costs no attempt: the message is due again when the lease is over', async () => {
  const id = await enqueueMessage(owner, receiver.url)
  await workerCtx()
    .db.update(projects)
    .set({ webhookSecretSealed: Buffer.alloc(16) })
    .where(eq(projects.id, owner.projectId))
  const { nextAt } = await dispatchWebhooks(workerCtx())
  expect(secondsFromNow(nextAt)).toBeGreaterThan(25)
  expect(await readMessage(id)).toMatchObject({ message: { status: 'pending', attemptCount: 0 }, attempts: [] })
  expect(receiver.visits).toHaveLength(0)
})
