import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  approvals,
  indexerSubscriptions,
  subscriptions,
  transactions,
  webhookEndpoints,
  webhookFailing,
} from '@/db/schema'
import type { Attention } from '@/schemas/projects/contract'
import { inTenant, workerCtx } from '@/server/ctx'
import { credit } from '@/server/ledger/ledger.test-data'
import { graceEnd } from '@/server/subscriptions/phase'
import { createTenant } from '@/server/testing/create-tenant'
import { destinationRows } from '@/server/testing/destination-rows'
import { first } from '@/server/testing/first'
import { createOwner, createTransactionRow, enqueueMessage, type Owner } from '@/server/testing/messages'
import { openDatabase } from '@/server/testing/open-database'
import { addEndpoint } from '@/server/webhooks/destinations/endpoint-world.test-data'
import { recoverMessages } from '@/server/webhooks/recover-messages'
import { getAttention } from './get-attention'

const NOTHING = {
  ...{ failedWebhooks: 0, stuckTransactions: 0, approvals: 0, pausedSubscriptions: 0, pausedEndpoints: 0 },
  ...{ failingSubscriptions: 0, failingEndpoints: 0, endingPlans: [] },
  lowBalanceUsd: null,
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
openDatabase()
let owner: Owner

beforeEach(async () => {
  owner = await createOwner()
})

const attention = (who: Pick<Owner, 'businessId' | 'projectId' | 'actor' | 'requestId'> = owner) =>
  inTenant(who, (ctx) => getAttention({ ...ctx, projectId: who.projectId }))

test('names nothing where all is well', async () => {
  await createTransactionRow(owner, { stage: 'broadcast' })
  await enqueueMessage(owner, 'https://example.com')
  expect(await attention()).toEqual(NOTHING)
})

test('counts failed webhooks until they are recovered or a week is over', async () => {
  const failed = { status: 'failed', nextAttemptAt: null } as const
  await enqueueMessage(owner, 'https://example.com', failed)
  await enqueueMessage(owner, 'https://example.com', { ...failed, createdAt: minutesAgo(8 * 24 * 60) })
  await enqueueMessage(await createOwner(), 'https://example.com', failed)
  expect(await attention()).toEqual({ ...NOTHING, failedWebhooks: 1 })
  await inTenant(owner, (ctx) => recoverMessages({ ...ctx, projectId: owner.projectId }, { since: minutesAgo(60) }))
  expect(await attention()).toEqual(NOTHING)
})

test('counts no webhook that was withdrawn: nobody can send it any more', async () => {
  const failed = { status: 'failed', nextAttemptAt: null } as const
  await enqueueMessage(owner, 'https://example.com', { ...failed, withdrawnBecause: 'receiver-deleted' })
  expect(await attention()).toEqual(NOTHING)
})

test('counts what waits for a block for more than ten minutes, and not what waits for finality', async () => {
  const { id } = await createTransactionRow(owner, { stage: 'broadcast', createdAt: minutesAgo(11) })
  await createTransactionRow(owner, { stage: 'mined', createdAt: minutesAgo(60) })
  expect(await attention()).toEqual({ ...NOTHING, stuckTransactions: 1 })
  await workerCtx().db.update(transactions).set({ status: 'COMPLETED' }).where(eq(transactions.id, id))
  expect(await attention()).toEqual(NOTHING)
})

test('counts what waits for a second person', async () => {
  const { id: transactionId } = await createTransactionRow(owner, { stage: 'awaiting_approval' })
  const { businessId, projectId } = owner
  const waiting = { businessId, projectId, transactionId, reason: 'above 20', requestedBy: 'system:test' }
  await workerCtx()
    .db.insert(approvals)
    .values({ ...waiting, expiresAt: minutesAgo(-60) })
  expect(await attention()).toEqual({ ...NOTHING, approvals: 1 })
})

test('counts event subscriptions that the platform paused, not those that somebody did', async () => {
  const { businessId, projectId } = owner
  const own = { businessId, projectId, chainId: 84_532, contractAddress: '0x1', webhookUrl: 'https://x.example' }
  const row = { ...own, events: ['transfer'], fromBlock: 1n, secretSealed: new Uint8Array([1]), createdBy: 'test' }
  const causes = ['asked', 'gone', 'failing'] as const
  await workerCtx()
    .db.insert(indexerSubscriptions)
    .values(causes.map((pausedBecause) => ({ ...row, status: 'paused' as const, pausedBecause })))
  expect(await attention()).toEqual({ ...NOTHING, pausedSubscriptions: 2 })
  await workerCtx().db.update(indexerSubscriptions).set({ deletedAt: new Date() })
  expect(await attention()).toEqual(NOTHING)
})

test('counts webhook endpoints that the platform paused, not those that somebody did', async () => {
  const paused = { status: 'paused' } as const
  for (const pausedBecause of ['asked', 'gone', 'failing'] as const)
    await addEndpoint(owner, 'https://x.example', { ...paused, pausedBecause })
  expect(await attention()).toEqual({ ...NOTHING, pausedEndpoints: 2 })
  await workerCtx().db.update(webhookEndpoints).set({ deletedAt: new Date() })
  expect(await attention()).toEqual(NOTHING)
})

test('counts active destinations that accept nothing for ten minutes', async () => {
  const rows = destinationRows(owner)
  const ids = [await rows.webhookEndpoint(), await rows.subscription(), await rows.subscription()]
  const since = [11, 12, 9].map(minutesAgo)
  const failing = ids.map((destinationId, at) => ({ destinationId, since: since[at] ?? new Date() }))
  await workerCtx()
    .db.insert(webhookFailing)
    .values(failing.map((row) => ({ ...row, businessId: owner.businessId })))
  expect(await attention()).toEqual({ ...NOTHING, failingSubscriptions: 1, failingEndpoints: 1 })
  await workerCtx().db.update(webhookEndpoints).set({ status: 'paused', pausedBecause: 'asked' })
  expect(await attention()).toEqual({ ...NOTHING, failingSubscriptions: 1 })
})

test('names plans that end within a week: canceled ones, and those whose renewal is unpaid', async () => {
  const tenant = await createTenant()
  const days = (count: number) => minutesAgo(-count * 24 * 60)
  const terms = [
    { autoRenew: false, endDate: days(6) },
    { autoRenew: false, endDate: days(8) },
    { autoRenew: true, endDate: days(6) },
    { autoRenew: true, endDate: days(-1), status: 'PAST_DUE' },
    { autoRenew: true, endDate: days(-8) },
    { autoRenew: false, endDate: days(-1) },
    { autoRenew: false, endDate: days(6), status: 'CANCELED' },
  ] as const
  const own = eq(subscriptions.businessId, tenant.businessId)
  const rows = await workerCtx().db.select({ id: subscriptions.id }).from(subscriptions).where(own)
  const outcomes: Attention['endingPlans'][] = []
  for (const term of terms) {
    await workerCtx()
      .db.update(subscriptions)
      .set({ autoRenew: true, endDate: days(30), status: 'ACTIVE' })
      .where(own)
    await workerCtx()
      .db.update(subscriptions)
      .set(term)
      .where(eq(subscriptions.id, first(rows).id))
    outcomes.push((await attention(tenant)).endingPlans)
  }
  const ending = { subscriptionId: first(rows).id, product: expect.any(String), plan: expect.any(String) }
  expect(outcomes).toEqual([
    [{ ...ending, endsAt: terms[0].endDate.toISOString(), isUnpaid: false }],
    [],
    [],
    [{ ...ending, endsAt: graceEnd(terms[3].endDate).toISOString(), isUnpaid: true }],
    [],
    [],
    [],
  ])
})

test('names a balance that runs low, of those who have one', async () => {
  await credit(owner, 9_990_000n)
  expect(await attention()).toEqual({ ...NOTHING, lowBalanceUsd: '9.99' })
  await credit(owner, 10_000n)
  expect(await attention()).toEqual(NOTHING)
})
