import { and, asc, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { indexerSubscriptions, webhookAttempts, webhookEndpoints, webhookMessages } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { sealSecret } from '@/server/custody/secrets'
import { createOwner, enqueueMessages } from '@/server/testing/messages'
import { propertyRuns } from '@/server/testing/proof'
import { openWebhookWorld } from '@/server/testing/webhook-world'
import { addEndpoint } from './destinations/endpoint-world.test-data'
import { ON_ATTEMPT } from './on-attempt'
import { createRecorder } from './record-attempts'

/** Attempts that are recorded together come out as if they had been recorded one after the other. */
const world = openWebhookWorld()
const EVENTS = 3
const [ENDPOINT, SUBSCRIPTION] = ['endpoint', 'subscription'] as const
type Way = Partial<typeof webhookMessages.$inferInsert>

let secretSealed: Uint8Array
beforeAll(async () => {
  secretSealed = await sealSecret({ purpose: 'indexer-webhook', owner: v7() }, Buffer.alloc(32))
})

/** An endpoint and a subscription, and messages to them: of events, of their repetition, of a notice, of tests. */
async function newCopy() {
  const owner = await createOwner()
  const { id: endpointId } = await addEndpoint(owner, world.receiver.url)
  const subscriptionId = v7()
  const { businessId, projectId } = owner
  const own = { businessId, projectId, chainId: 84_532 }
  await workerCtx()
    .db.insert(indexerSubscriptions)
    .values({
      id: subscriptionId,
      ...own,
      contractAddress: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      webhookUrl: world.receiver.url,
      events: ['transfer'],
      fromBlock: 1n,
      secretSealed,
      createdBy: 'test',
    })
  const ofEndpoint = { source: 'transaction', keySource: ENDPOINT, destinationId: endpointId } as const
  const ofEvent = { source: 'indexer', keySource: SUBSCRIPTION, destinationId: subscriptionId } as const
  const ways: Way[] = [ofEndpoint, ofEndpoint, { ...ofEndpoint, kind: 'webhook.test' }]
  const firsts = Array.from({ length: EVENTS }, () => v7())
  for (const replayId of [null, v7(), v7()]) {
    for (const [n, first] of firsts.entries()) {
      const id = replayId ? v7() : first
      await workerCtx().db.execute(sql`insert into indexer_events (id, business_id, project_id, subscription_id, chain_id, event_type, event_id,
          transaction_hash, block_number, block_hash, replay_id, first_id)
        values (${id}, ${businessId}, ${projectId}, ${subscriptionId}, 84532, 'transfer', ${`0xab:${n}`}, '0xab', 1, '0x1', ${replayId},
          ${replayId ? first : null})`)
      ways.push({ ...ofEvent, kind: 'indexer.event', sourceId: id })
    }
  }
  ways.push({ ...ofEvent, kind: 'indexer.reverted', sourceId: firsts[0] }, { ...ofEvent, kind: 'indexer.test' })
  const ids = await enqueueMessages(owner, world.receiver.url, ways)
  return { owner, endpointId, subscriptionId, ids }
}
type Copy = Awaited<ReturnType<typeof newCopy>>
const MESSAGES = 3 + 3 * EVENTS + 2

const attempt = fc.record({
  of: fc.nat(MESSAGES - 1),
  status: fc.constantFrom(200, 200, 500, 410, null),
  isResend: fc.boolean(),
  holdsLease: fc.boolean(),
})
type Tried = { of: number; status: number | null; isResend: boolean; holdsLease: boolean }
const meanwhile = fc.constantFrom('nothing', 'days pass', 'recovered', 'resumed', 'exhausted')
const plays = fc.array(fc.record({ tried: fc.array(attempt, { maxLength: 14 }), meanwhile }), { maxLength: 5 })

const BETWEEN: Record<string, (copy: Copy) => Promise<unknown>> = {
  nothing: async () => {},
  'days pass': ({ owner }) =>
    workerCtx().db.execute(
      sql`update webhook_failing set since = since - interval '6 days' where business_id = ${owner.businessId}`,
    ),
  recovered: ({ owner }) =>
    workerCtx().db.execute(sql`update webhook_messages set status = 'pending', next_attempt_at = now(), resend_count = attempt_count, recovered_at = now()
      where business_id = ${owner.businessId} and status = 'failed'`),
  resumed: async ({ owner }) => {
    await workerCtx().db.execute(sql`delete from webhook_pauses where business_id = ${owner.businessId}`)
    await workerCtx().db.execute(sql`delete from webhook_failing where business_id = ${owner.businessId}`)
  },
  exhausted: ({ owner }) =>
    workerCtx().db.execute(sql`update webhook_messages set attempt_count = resend_count + 9 where business_id = ${owner.businessId} and status = 'pending'
      and id in (select id from webhook_messages where business_id = ${owner.businessId} order by id limit 8)`),
}

/** The attempts at what is claimed now, as they end. */
async function attemptsOf({ owner, ids }: Copy, tried: readonly Tried[]) {
  const { db } = workerCtx()
  const mine = eq(webhookMessages.businessId, owner.businessId)
  const [leaseUntil, resendRequestedAt] = [new Date(Date.now() + 30_000), new Date()]
  await db.update(webhookMessages).set({ leaseUntil, resendRequestedAt }).where(mine)
  const rows = new Map((await db.select().from(webhookMessages).where(mine)).map((row) => [row.id, row]))
  return tried.flatMap(({ of, status, isResend, holdsLease }) => {
    const message = rows.get(ids[of] ?? '')
    if (!message) return []
    const error = status === 200 ? null : `status ${status}`
    const result = { httpStatus: status, error, latencyMs: 1, responseExcerpt: 'ünï ✓', retryAfter: undefined }
    const claimed = { ...message, leaseUntil: holdsLease ? message.leaseUntil : new Date(leaseUntil.getTime() - 1) }
    return [
      { message: claimed, result, headers: { 'webhook-id': message.id }, signedWith: message.keySource, isResend },
    ]
  })
}

async function play(copy: Copy, steps: readonly { tried: readonly Tried[]; meanwhile: string }[], isTogether: boolean) {
  const record = createRecorder(workerCtx(), ON_ATTEMPT)
  const outcomes: string[] = []
  for (const { tried, meanwhile } of steps) {
    const attempts = await attemptsOf(copy, tried)
    if (isTogether) outcomes.push(...(await Promise.all(attempts.map(record))))
    else for (const one of attempts) outcomes.push(await record(one))
    await BETWEEN[meanwhile]?.(copy)
  }
  return outcomes
}

/** All that is known of a copy, with its own ids told by their place. */
async function stateOf({ owner, ids, endpointId, subscriptionId }: Copy) {
  const { db } = workerCtx()
  const { businessId } = owner
  const attempts = await db
    .select()
    .from(webhookAttempts)
    .where(eq(webhookAttempts.businessId, businessId))
    .orderBy(asc(webhookAttempts.id))
  const nameOf = new Map(attempts.map(({ id, messageId, number }) => [id, `${ids.indexOf(messageId)} ${number}`]))
  const messages = await db.select().from(webhookMessages).where(eq(webhookMessages.businessId, businessId))
  const counted = (table: typeof webhookEndpoints | typeof indexerSubscriptions, id: string) =>
    db
      .select({
        delivered: table.deliveredCount,
        failed: table.failedCount,
        dropped: table.droppedCount,
        status: table.status,
        pausedBecause: table.pausedBecause,
        isTried: sql`last_delivery_at is not null`,
      })
      .from(table)
      .where(and(eq(table.id, id), eq(table.businessId, businessId)))
  const logs =
    await db.execute(sql`select id, message_id, status, http_status, is_replay, replay_of, event_id from indexer_logs
    where business_id = ${businessId} order by id`)
  const receivers = [endpointId, subscriptionId]
  const read = async (query: ReturnType<typeof sql>) => [...(await db.execute(query))]
  return {
    messages: messages
      .map(({ id, status, attemptCount, resendCount, nextAttemptAt, leaseUntil, resendRequestedAt }) => ({
        of: ids.indexOf(id),
        status,
        attemptCount,
        resendCount,
        open: [nextAttemptAt, leaseUntil, resendRequestedAt].map((at) => at !== null),
      }))
      .sort((a, b) => a.of - b.of),
    attempts: attempts
      .map(({ id, httpStatus, isResend, error, responseExcerpt }) => [
        nameOf.get(id),
        httpStatus,
        isResend,
        error,
        responseExcerpt,
      ])
      .sort(),
    endpoint: await counted(webhookEndpoints, endpointId),
    subscription: await counted(indexerSubscriptions, subscriptionId),
    outcomes: await read(sql`select event_id, replay_id is null as is_first, outcome from indexer_events
      where business_id = ${businessId} order by id`),
    failing: (
      await read(
        sql`select destination_id, since < now() - interval '5 days' as is_long from webhook_failing where business_id = ${businessId}`,
      )
    )
      .map((row) => [receivers.indexOf(String(row.destination_id)), row.is_long])
      .sort(),
    paused: (await read(sql`select destination_id from webhook_pauses where business_id = ${businessId}`))
      .map((row) => receivers.indexOf(String(row.destination_id)))
      .sort(),
    logs: logs
      .map(({ id, message_id, replay_of, ...log }) => ({
        ...log,
        attempt: nameOf.get(String(id)),
        of: ids.indexOf(String(message_id)),
        replayOf: replay_of === null ? null : nameOf.get(String(replay_of)),
      }))
      .sort((a, b) => String(a.attempt).localeCompare(String(b.attempt))),
  }
}

test('whatever is answered, resent, told again, taken over, recovered or resumed, and however it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(plays, async (steps) => {
      const [together, isolated] = [await newCopy(), await newCopy()]
      const outcomes = await play(together, steps, true)
      expect(outcomes).toEqual(await play(isolated, steps, false))
      expect(await stateOf(together)).toEqual(await stateOf(isolated))
    }),
    propertyRuns(10, 200),
  )
})

test('what ends at once is written by one statement, and a second attempt at a message by the next', async () => {
  const copy = await newCopy()
  const all = Array.from({ length: MESSAGES }, (_, of) => ({ of, status: 200, isResend: false, holdsLease: true }))
  const record = createRecorder(workerCtx(), ON_ATTEMPT)
  await Promise.all((await attemptsOf(copy, [...all.slice(0, 3), ...all.slice(0, 3)])).map(record))
  const written =
    await workerCtx().db.execute(sql`select number, count(distinct xmin::text)::int as statements, count(*)::int as attempts
    from webhook_attempts where business_id = ${copy.owner.businessId} group by 1 order by 1`)
  expect([...written]).toEqual([
    { number: 1, statements: 1, attempts: 3 },
    { number: 2, statements: 1, attempts: 3 },
  ])
})

test('processes that record the same messages at once, in any order, count each event once', async () => {
  const copy = await newCopy()
  const all = Array.from({ length: MESSAGES }, (_, of) => ({ of, status: 200, isResend: false, holdsLease: true }))
  const attempts = await attemptsOf(copy, all)
  const orders = [attempts, attempts.toReversed(), attempts, attempts.toReversed()]
  await Promise.all(orders.flatMap((order) => order.map(createRecorder(workerCtx(), ON_ATTEMPT))))
  const { endpoint, subscription, messages } = await stateOf(copy)
  expect(endpoint).toMatchObject([{ delivered: 2, failed: 0, dropped: 0 }])
  expect(subscription).toMatchObject([{ delivered: EVENTS, failed: 0, dropped: 0 }])
  expect(messages.every(({ attemptCount }) => attemptCount === orders.length)).toBe(true)
})
