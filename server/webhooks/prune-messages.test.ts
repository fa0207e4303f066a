import { inArray, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { indexerLogs, webhookAttempts, webhookMessages } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { pruneIndexerLogs } from '@/server/indexer/logs/prune-indexer-logs'
import { enqueueMessage, readMessage } from '@/server/testing/messages'
import { as, openWebhookWorld } from '@/server/testing/webhook-world'
import { getMessage } from './get-message'
import { pruneMessages } from './prune-messages'

const DAY_MS = 86_400_000
const world = openWebhookWorld()

const idOfDaysAgo = (days: number) => v7({ msecs: Date.now() - days * DAY_MS })

function settled(days: number, request: Partial<typeof webhookMessages.$inferInsert> = {}) {
  return enqueueMessage(world.owner, 'https://example.com', {
    id: idOfDaysAgo(days),
    status: 'delivered',
    nextAttemptAt: null,
    ...request,
  })
}

async function attempt(messageId: string, days: number): Promise<string> {
  const id = idOfDaysAgo(days)
  const { businessId } = world.owner
  const what = { number: 1, latencyMs: 1, signedWith: 'project', requestHeaders: {} } as const
  await workerCtx()
    .db.insert(webhookAttempts)
    .values({ id, businessId, messageId, ...what })
  return id
}

async function stillThere(ids: string[]): Promise<string[]> {
  const rows = await workerCtx()
    .db.select({ id: webhookMessages.id })
    .from(webhookMessages)
    .where(inArray(webhookMessages.id, ids))
  return ids.filter((id) => rows.some((row) => row.id === id))
}

/** A week is kept until all of it is older than 90 days. */
const GONE_DAYS = 98

test('a message goes with its attempts after 90 days, a younger one stays with all of them', async () => {
  const [old, young] = [await settled(GONE_DAYS), await settled(89)]
  await attempt(old, GONE_DAYS)
  await attempt(young, 89)
  expect(await pruneMessages(workerCtx())).toBe(1)
  expect(await stillThere([old, young])).toEqual([young])
  expect((await readMessage(young)).attempts).toHaveLength(1)
  expect(await pruneMessages(workerCtx())).toBe(0)
})

test('what was sent once more lately stays, and shows the attempt that is left', async () => {
  const id = await settled(120, { status: 'failed' })
  await attempt(id, 120)
  const lately = await attempt(id, 1)
  expect(await pruneMessages(workerCtx())).toBe(0)
  const shown = await as(world.owner, (ctx) => getMessage(ctx, id))
  expect(shown.attempts.map((one) => one.id)).toEqual([lately])
})

test('what will still be sent stays, however old', async () => {
  const waiting = await settled(200, { status: 'pending', nextAttemptAt: new Date(), destinationId: v7() })
  const requested = await settled(200, { status: 'failed', resendRequestedAt: new Date() })
  const leased = await settled(200, { leaseUntil: new Date() })
  expect(await pruneMessages(workerCtx())).toBe(0)
  expect(await stillThere([waiting, requested, leased])).toEqual([waiting, requested, leased])
})

test('thousands go, however many', async () => {
  await pruneMessages(workerCtx())
  const { businessId, projectId } = world.owner
  await workerCtx().db.execute(sql`
    insert into webhook_messages (id, business_id, project_id, source, source_id, kind, url, body, status)
    select overlay(gen_random_uuid()::text placing '01800000-0000-7' from 1 for 15)::uuid, ${businessId}, ${projectId}, 'test', gen_random_uuid(), 'a.b', 'https://x.example', '{}', 'delivered'
    from generate_series(1, 12000)`)
  expect(await pruneMessages(workerCtx())).toBe(12_000)
})

test('delivery logs go after 90 days and leave the younger ones', async () => {
  const { businessId, projectId } = world.owner
  const [old, young] = [idOfDaysAgo(GONE_DAYS), idOfDaysAgo(89)]
  const what = { network: 'BASE', chainId: 1, contractAddress: '0x', eventType: 'transfer', eventId: '0x1:0' }
  const outcome = { transactionHash: '0x1', webhookUrl: 'https://x.example', status: 'failed', httpStatus: 0 } as const
  const own = { businessId, projectId, subscriptionId: v7(), messageId: v7(), isReplay: false }
  const { db } = workerCtx()
  await db.insert(indexerLogs).values([old, young].map((id) => ({ id, ...own, ...what, ...outcome })))
  expect(await pruneIndexerLogs(workerCtx())).toBe(1)
  expect((await db.select({ id: indexerLogs.id }).from(indexerLogs)).map(({ id }) => id)).toEqual([young])
})
