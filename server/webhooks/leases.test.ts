import type { ServerResponse } from 'node:http'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { projects, webhookAttempts, webhookMessages } from '@/db/schema'
import { answering, startReceiver } from '@/dev/testing/webhook-receiver'
import { workerCtx } from '@/server/ctx'
import { createOwner, enqueueMessage, enqueueMessages, expireLease, readMessage } from '@/server/testing/messages'
import { openWebhookWorld } from '@/server/testing/webhook-world'
import { claimDue } from './claim-due'
import { deliverMessage } from './deliver-message'
import { dispatchWebhooks } from './dispatch'

const world = openWebhookWorld()

/** A run ends when nothing is due, however long the machine takes for it. */
const UNHURRIED = { timeoutMs: 600_000, leaseMs: 700_000, runMs: 600_000 }

const secondsBetween = (from: number, to: Date | null) => ((to?.getTime() ?? 0) - from) / 1_000

test('a receiver that hangs holds up nobody else, however many messages wait for it', async () => {
  const held: ServerResponse[] = []
  const silent = await startReceiver((_visit, response) => void held.push(response))
  const hanging = await enqueueMessages(
    world.owner,
    silent.url,
    Array.from({ length: 30 }, () => ({ nextAttemptAt: new Date(Date.now() - 60_000) })),
  )
  const other = await createOwner()
  const prompt = await enqueueMessages(
    other,
    world.receiver.url,
    Array.from({ length: 10 }, () => ({})),
  )
  const running = dispatchWebhooks(workerCtx(), { slots: 8, perProject: 6, ...UNHURRIED })
  await vi.waitFor(() => expect(world.receiver.visits).toHaveLength(10), { timeout: 60_000, interval: 20 })
  await vi.waitFor(() => expect(held).toHaveLength(6), { timeout: 60_000, interval: 20 })
  // Not due again within the run.
  const later = { 'retry-after': '3600' }
  silent.answer(answering(503, later))
  for (const response of held) response.writeHead(503, later).end()
  await running
  expect(silent.maxOpen()).toBe(6)
  expect((await Promise.all(prompt.map(readMessage))).every(({ message }) => message.status === 'delivered')).toBe(true)
  for (const { message, attempts } of await Promise.all(hanging.map(readMessage))) {
    expect(message).toMatchObject({ status: 'pending', leaseUntil: null })
    expect(attempts).toMatchObject([{ httpStatus: 503 }])
  }
  await silent.close()
})

test('dispatchers at work side by side deliver each message once', async () => {
  world.receiver.answer((_visit, response) => setTimeout(() => response.end(), 5))
  const ids = await enqueueMessages(
    world.owner,
    world.receiver.url,
    Array.from({ length: 200 }, () => ({})),
  )
  const options = { slots: 16, perProject: 16, ...UNHURRIED }
  const runs = await Promise.all(Array.from({ length: 4 }, () => dispatchWebhooks(workerCtx(), options)))
  // Reports why a message is missing: its POST failed, or the run could not make or record it.
  const failed = and(inArray(webhookAttempts.messageId, ids), isNotNull(webhookAttempts.error))
  expect(await workerCtx().db.select().from(webhookAttempts).where(failed)).toEqual([])
  expect(runs.map(({ counts }) => counts.faults)).toEqual([0, 0, 0, 0])
  expect(world.receiver.visits.map((visit) => visit.headers['webhook-id']).sort()).toEqual([...ids].sort())
  const rows = await workerCtx()
    .db.select()
    .from(webhookMessages)
    .where(eq(webhookMessages.projectId, world.owner.projectId))
  expect(rows.every((row) => row.status === 'delivered' && row.attemptCount === 1)).toBe(true)
})

test('what a process that died had claimed is delivered when its lease is over, with the same id and body', async () => {
  const id = await enqueueMessage(world.owner, world.receiver.url)
  const claim = {
    free: 10,
    perProject: 10,
    inFlightOf: new Map(),
    perDestination: 10,
    inFlightTo: new Map(),
    leaseMs: 30_000,
  }
  const claimedFrom = Date.now()
  const [taken] = await claimDue(workerCtx(), claim)
  if (!taken) throw new Error('nothing was claimed')
  const { nextAt } = await dispatchWebhooks(workerCtx())
  expect(world.receiver.visits).toHaveLength(0)
  expect(secondsBetween(claimedFrom, nextAt)).toBeGreaterThanOrEqual(30)
  // It had sent the message and died before it could write that down.
  world.receiver.answer((_visit, response) => response.end())
  await expireLease(id)
  const lost = await claimDue(workerCtx(), claim)
  expect(lost.map((message) => message.id)).toEqual([id])
  await expireLease(id)
  await dispatchWebhooks(workerCtx())
  expect(world.receiver.visits).toHaveLength(1)
  await deliverMessage(workerCtx(), { message: taken, timeoutMs: 1_000 })
  expect(world.receiver.visits.map((visit) => visit.headers['webhook-id'])).toEqual([id, id])
  expect(new Set(world.receiver.visits.map((visit) => visit.body)).size).toBe(1)
})

test('a dispatcher that lost its lease cannot undo what its successor settled', async () => {
  const id = await enqueueMessage(world.owner, world.receiver.url)
  const [slow] = await claimDue(workerCtx(), {
    free: 1,
    perProject: 1,
    inFlightOf: new Map(),
    perDestination: 10,
    inFlightTo: new Map(),
    leaseMs: 30_000,
  })
  if (!slow) throw new Error('nothing was claimed')
  await expireLease(id)
  await dispatchWebhooks(workerCtx())
  world.receiver.answer(answering(500))
  await deliverMessage(workerCtx(), { message: slow, timeoutMs: 1_000 })
  const { message, attempts } = await readMessage(id)
  expect(message).toMatchObject({ status: 'delivered', nextAttemptAt: null, attemptCount: 2 })
  expect(attempts.map(({ number, httpStatus }) => [number, httpStatus])).toEqual([
    [1, 200],
    [2, 500],
  ])
})

test('a fault of our own costs no attempt: the message is due again when the lease is over', async () => {
  const id = await enqueueMessage(world.owner, world.receiver.url)
  await workerCtx()
    .db.update(projects)
    .set({ webhookSecretSealed: Buffer.alloc(16) })
    .where(eq(projects.id, world.owner.projectId))
  const startedAt = Date.now()
  const { nextAt } = await dispatchWebhooks(workerCtx())
  expect(secondsBetween(startedAt, nextAt)).toBeGreaterThanOrEqual(30)
  expect(await readMessage(id)).toMatchObject({ message: { status: 'pending', attemptCount: 0 }, attempts: [] })
  expect(world.receiver.visits).toHaveLength(0)
})
