import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { webhookMessages } from '@/db/schema'
import { answering, startReceiver } from '@/dev/testing/webhook-receiver'
import { webhooksDue } from '@/inngest/events'
import { workerCtx } from '@/server/ctx'
import { drainUnknownErrors } from '@/server/record-unknown-error'
import { enqueueMessage, makeDue, readMessage } from '@/server/testing/messages'
import { unguardRows } from '@/server/testing/poisoned-rows'
import { openWebhookWorld } from '@/server/testing/webhook-world'
import { isRunningHere, wake } from '@/server/waking/wake'
import { dispatchWebhooks } from './dispatch'

const world = openWebhookWorld()
beforeAll(unguardRows)

/** A run of the dispatcher, and how many seconds after its start and after its end the next message is due. */
async function dispatchTimed() {
  const startedAt = Date.now()
  const { nextAt } = await dispatchWebhooks(workerCtx())
  const due = nextAt?.getTime() ?? 0
  return { sinceStart: (due - startedAt) / 1_000, sinceEnd: (due - Date.now()) / 1_000 }
}

test('delivers what is due, once, and writes down what happened', async () => {
  world.receiver.answer(answering(200, {}, 'thank you'))
  const id = await enqueueMessage(world.owner, `${world.receiver.url}/in`)
  expect(await dispatchWebhooks(workerCtx())).toMatchObject({ nextAt: null })
  await dispatchWebhooks(workerCtx())
  expect(world.receiver.visits).toHaveLength(1)
  const { message, attempts } = await readMessage(id)
  expect(message).toMatchObject({ status: 'delivered', attemptCount: 1, nextAttemptAt: null, leaseUntil: null })
  const [visit] = world.receiver.visits
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

test('a message that cannot be read by its kind stops no other, is told of by its id, and goes out once it is mended', async () => {
  world.receiver.answer(answering(200))
  const poisoned = await enqueueMessage(world.owner, `${world.receiver.url}/poisoned`)
  const scheme = (text: string) =>
    workerCtx().db.execute(sql`update webhook_messages set scheme = ${text} where id = ${poisoned}`)
  await scheme('nonsense')
  await enqueueMessage(world.owner, `${world.receiver.url}/sound`)
  drainUnknownErrors()
  for (let fault = 1; fault <= 5; fault++) {
    const { counts } = await dispatchWebhooks(workerCtx())
    expect(counts).toMatchObject({ faults: 1 })
    await freeLease(poisoned)
  }
  expect(world.receiver.visits.map(({ path }) => path)).toEqual(['/sound'])
  expect(drainUnknownErrors()).toContainEqual([`webhook message ${poisoned}`, 5])
  await scheme('standard')
  await dispatchWebhooks(workerCtx())
  expect(world.receiver.visits.map(({ path }) => path)).toEqual(['/sound', '/poisoned'])
})

const freeLease = (id: string) =>
  workerCtx().db.update(webhookMessages).set({ leaseUntil: null }).where(eq(webhookMessages.id, id))

test('leaves what is not due yet, and says when it will be', async () => {
  const dueAt = new Date(Date.now() + 60_000)
  await enqueueMessage(world.owner, world.receiver.url, { nextAttemptAt: dueAt })
  expect(await dispatchWebhooks(workerCtx())).toMatchObject({ nextAt: dueAt })
  expect(world.receiver.visits).toHaveLength(0)
})

test.each([500, 503, 408, 425, 429, 404, 400, 401, 403])(
  'tries again after %i, with the waits of the schedule',
  async (status) => {
    world.receiver.answer(answering(status, {}, 'not now'))
    const id = await enqueueMessage(world.owner, world.receiver.url)
    const first = await dispatchTimed()
    expect(first.sinceStart).toBeGreaterThanOrEqual(5)
    expect(first.sinceEnd).toBeLessThanOrEqual(5.5)
    expect(await readMessage(id)).toMatchObject({
      message: { status: 'pending', attemptCount: 1, leaseUntil: null },
      attempts: [
        { number: 1, httpStatus: status, error: `The destination returned ${status}`, responseExcerpt: 'not now' },
      ],
    })
    await makeDue(id)
    const second = await dispatchTimed()
    expect(second.sinceStart).toBeGreaterThanOrEqual(30)
    expect(second.sinceEnd).toBeLessThanOrEqual(33)
    world.receiver.answer(answering(204))
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
  world.receiver.answer(answering(500))
  const id = await enqueueMessage(world.owner, world.receiver.url)
  for (let attempt = 1; attempt <= 10; attempt++) {
    expect((await readMessage(id)).message.status).toBe('pending')
    await makeDue(id)
    await dispatchWebhooks(workerCtx())
  }
  const { message, attempts } = await readMessage(id)
  expect(message).toMatchObject({ status: 'failed', attemptCount: 10, nextAttemptAt: null, leaseUntil: null })
  expect(attempts.map((attempt) => attempt.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  await dispatchWebhooks(workerCtx())
  expect(world.receiver.visits).toHaveLength(10)
})

test('ends at 410: the receiver says that it is gone', async () => {
  world.receiver.answer(answering(410))
  const id = await enqueueMessage(world.owner, world.receiver.url)
  expect(await dispatchWebhooks(workerCtx())).toMatchObject({ nextAt: null })
  expect(await readMessage(id)).toMatchObject({
    message: { status: 'failed', nextAttemptAt: null },
    attempts: [{ httpStatus: 410 }],
  })
  expect(world.receiver.visits).toHaveLength(1)
})

test.each([301, 307])('follows no redirect: %i is a failure that is tried again', async (status) => {
  world.receiver.answer(answering(status, { location: `${world.receiver.url}/elsewhere` }))
  const id = await enqueueMessage(world.owner, world.receiver.url)
  await dispatchWebhooks(workerCtx())
  expect(await readMessage(id)).toMatchObject({
    message: { status: 'pending', attemptCount: 1 },
    attempts: [{ httpStatus: status }],
  })
  expect(world.receiver.visits.map((visit) => visit.path)).toEqual(['/'])
})

test('waits as long as a 429 asks', async () => {
  world.receiver.answer(answering(429, { 'retry-after': '120' }))
  await enqueueMessage(world.owner, world.receiver.url)
  const { sinceStart, sinceEnd } = await dispatchTimed()
  expect(sinceStart).toBeGreaterThanOrEqual(120)
  expect(sinceEnd).toBeLessThanOrEqual(120)
})

test('tries again when nobody listens', async () => {
  const gone = await startReceiver()
  await gone.close()
  const id = await enqueueMessage(world.owner, gone.url)
  await dispatchWebhooks(workerCtx())
  expect(await readMessage(id)).toMatchObject({
    message: { status: 'pending' },
    attempts: [{ httpStatus: null, error: 'The connection failed (ECONNREFUSED)', responseExcerpt: null }],
  })
})

test('a run that has nothing left stays for a while, and takes what comes then', async () => {
  world.receiver.answer(answering(200))
  const first = await enqueueMessage(world.owner, world.receiver.url)
  const run = dispatchWebhooks(workerCtx(), { lingerMs: 60_000, runMs: 10_000 })
  await vi.waitFor(async () => expect((await readMessage(first)).message.status).toBe('delivered'), { timeout: 60_000 })
  // One that does not stay would look again and be gone.
  await Promise.race([run, setTimeout(1_000)])
  expect(isRunningHere(webhooksDue, {})).toBe(true)
  await enqueueMessage(world.owner, world.receiver.url)
  wake(webhooksDue, {})
  expect(await run).toMatchObject({ nextAt: null, counts: { delivered: 2 } })
})
