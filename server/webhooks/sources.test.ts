import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { roleName } from '@/db/role-url'
import { answering } from '@/dev/testing/webhook-receiver'
import { workerCtx } from '@/server/ctx'
import { enqueueMessage, enqueueMessages, expireLease, makeDue, readMessage } from '@/server/testing/messages'
import { propertyRuns } from '@/server/testing/proof'
import { as, openWebhookWorld } from '@/server/testing/webhook-world'
import { claimDue, type Message } from './claim-due'
import { deliverMessage } from './deliver-message'
import { dispatchWebhooks } from './dispatch'
import { ON_ATTEMPT } from './on-attempt'
import { resendMessage } from './resend-message'

const world = openWebhookWorld()

/** The tables of an area with its own receivers: counters by receiver, and a log. */
beforeAll(async () => {
  const owner = postgres(world.databaseUrl, { max: 1, onnotice: () => {} })
  await owner.unsafe(`
    create table receivers (id uuid primary key, delivered int not null default 0, failed int not null default 0, paused boolean not null default false,
      constraint at_most_three check (delivered <= 3));
    create table receiver_log (receiver_id uuid not null, number int not null, http_status int);
    grant all on receivers, receiver_log to ${roleName(world.databaseUrl, 'slipway_worker')}`)
  await owner.end()
})

const onAttempt = {
  ...ON_ATTEMPT,
  test: [
    sql`update receivers r set delivered = r.delivered + told.delivered, failed = r.failed + told.failed, paused = r.paused or told.is_gone
      from (
        select destination_id, sum((status = 'delivered')::int - (was = 'delivered')::int) as delivered,
          sum((status = 'failed')::int - (was = 'failed')::int) as failed, bool_or(http_status is not distinct from 410) as is_gone
        from settled group by 1
      ) told where r.id = told.destination_id`,
    sql`insert into receiver_log (receiver_id, number, http_status) select destination_id, attempt_count, http_status from settled`,
  ],
}
const CLAIM_ALL = {
  free: 10,
  perProject: 10,
  inFlightOf: new Map(),
  perDestination: 10,
  inFlightTo: new Map(),
  leaseMs: 30_000,
}
const deliverAll = () => dispatchWebhooks(workerCtx(), { onAttempt })

async function newReceiver(): Promise<string> {
  const id = v7()
  await workerCtx().db.execute(sql`insert into receivers (id) values (${id})`)
  return id
}

async function readReceiver(id: string) {
  const { db } = workerCtx()
  const rows = await db.execute(sql`select delivered, failed, paused from receivers where id = ${id}`)
  const log = await db.execute(
    sql`select number, http_status as "httpStatus" from receiver_log where receiver_id = ${id} order by number`,
  )
  const counted = z.object({ delivered: z.number(), failed: z.number(), paused: z.boolean() })
  return { ...counted.parse(rows[0]), log: [...log] }
}

describe('what a source adds to the recording of an attempt', () => {
  test('counts, logs and pauses with it', async () => {
    const destinationId = await newReceiver()
    world.receiver.answer(answering(500))
    const id = await enqueueMessage(world.owner, world.receiver.url, { destinationId })
    await deliverAll()
    expect(await readReceiver(destinationId)).toMatchObject({ delivered: 0, failed: 0, paused: false })
    world.receiver.answer(answering(410))
    await makeDue(id)
    await deliverAll()
    expect(await readReceiver(destinationId)).toEqual({
      ...{ delivered: 0, failed: 1, paused: true },
      log: [
        { number: 1, httpStatus: 500 },
        { number: 2, httpStatus: 410 },
      ],
    })
    world.receiver.answer(answering(200))
    await as(world.owner, (ctx) => resendMessage(ctx, id))
    await deliverAll()
    expect(await readReceiver(destinationId)).toMatchObject({ delivered: 1, failed: 0 })
  })

  test('concerns no other source', async () => {
    const destinationId = await newReceiver()
    await enqueueMessage(world.owner, world.receiver.url, { destinationId, source: 'transaction' })
    await deliverAll()
    expect(world.receiver.visits).toHaveLength(1)
    expect(await readReceiver(destinationId)).toEqual({ delivered: 0, failed: 0, paused: false, log: [] })
  })

  test('undoes the recording where it fails: neither is there, and the message is due again', async () => {
    const destinationId = await newReceiver()
    await workerCtx().db.execute(sql`update receivers set delivered = 3 where id = ${destinationId}`)
    const id = await enqueueMessage(world.owner, world.receiver.url, { destinationId })
    await deliverAll()
    expect(await readMessage(id)).toMatchObject({ message: { status: 'pending', attemptCount: 0 }, attempts: [] })
    expect(await readReceiver(destinationId)).toMatchObject({ delivered: 3, log: [] })
    await workerCtx().db.execute(sql`update receivers set delivered = 0 where id = ${destinationId}`)
    await expireLease(id)
    await deliverAll()
    expect((await readMessage(id)).message.status).toBe('delivered')
    expect(await readReceiver(destinationId)).toMatchObject({ delivered: 1, log: [{ number: 1, httpStatus: 200 }] })
  })

  test('keeps none of its neighbours from being recorded where it fails, and none of them is sent again', async () => {
    const receivers = await Promise.all(Array.from({ length: 7 }, newReceiver))
    const [, , full = ''] = receivers
    await workerCtx().db.execute(sql`update receivers set delivered = 3 where id = ${full}`)
    // All answers come at once.
    const held: ServerResponse[] = []
    world.receiver.answer((_visit, response) => {
      held.push(response)
      if (held.length === receivers.length) for (const one of held) one.end()
    })
    const ids = await enqueueMessages(
      world.owner,
      world.receiver.url,
      receivers.map((destinationId) => ({ destinationId })),
    )
    expect((await deliverAll()).counts).toMatchObject({ delivered: 6, faults: 1 })
    const states = (await Promise.all(ids.map(readMessage))).map(({ message }) => message.status)
    expect(states).toEqual(receivers.map((id) => (id === full ? 'pending' : 'delivered')))
    expect((await readReceiver(full)).log).toEqual([])
    world.receiver.answer(answering(200))
    await deliverAll()
    expect(world.receiver.visits).toHaveLength(receivers.length)
  })

  test('sees the state before under the lock: two who record the same delivery at once count it once', async () => {
    const destinationId = await newReceiver()
    const id = await enqueueMessage(world.owner, world.receiver.url, { destinationId })
    const first = await claimDue(workerCtx(), CLAIM_ALL)
    await expireLease(id)
    const claimed = [...first, ...(await claimDue(workerCtx(), CLAIM_ALL))]
    const admin = postgres(world.databaseUrl, { max: 2, onnotice: () => {} })
    let records: Promise<unknown> = Promise.resolve()
    // Both statements have begun, and seen the message pending, before either may write.
    await admin.begin(async (transaction) => {
      await transaction`select 1 from webhook_messages where id = ${id} for update`
      const deliver = (message: Message) => deliverMessage(workerCtx(), { message, timeoutMs: 5_000, onAttempt })
      records = Promise.all(claimed.map(deliver))
      const blocked = () =>
        admin`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await vi.waitFor(async () => expect(await blocked()).toHaveLength(2), 60_000)
    })
    await records
    await admin.end()
    expect((await readMessage(id)).message).toMatchObject({ status: 'delivered', attemptCount: 2 })
    const { delivered, log } = await readReceiver(destinationId)
    expect({ delivered, attempts: log.length }).toEqual({ delivered: 1, attempts: 2 })
  })

  test('is true at every moment, whatever is answered, resent, recovered or taken over', async () => {
    const step = fc.record({
      status: fc.constantFrom(200, 410, 500),
      resend: fc.boolean(),
      takenOver: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        const destinationId = await newReceiver()
        const ids = await enqueueMessages(world.owner, world.receiver.url, [{ destinationId }, { destinationId }])
        for (const { status, resend, takenOver } of steps) {
          world.receiver.answer(answering(status))
          for (const id of ids) {
            if (resend) await as(world.owner, (ctx) => resendMessage(ctx, id))
            if ((await readMessage(id)).message.status === 'pending') await makeDue(id)
          }
          const before = takenOver ? await claimDue(workerCtx(), CLAIM_ALL) : []
          for (const { id } of before) await expireLease(id)
          await deliverAll()
          for (const message of before) await deliverMessage(workerCtx(), { message, timeoutMs: 5_000, onAttempt })
          const states = (await Promise.all(ids.map(readMessage))).map(({ message }) => message.status)
          const { delivered, failed } = await readReceiver(destinationId)
          expect({ delivered, failed }).toEqual({
            delivered: states.filter((state) => state === 'delivered').length,
            failed: states.filter((state) => state === 'failed').length,
          })
        }
      }),
      propertyRuns(5, 60),
    )
  })
})

test("a message of the indexer's scheme carries its signature (spec 6.2) and is delivered like any other", async () => {
  const id = await enqueueMessage(world.owner, world.receiver.url, { scheme: 'indexer', body: '{"id":"0xabc:3"}' })
  await dispatchWebhooks(workerCtx())
  const [visit] = world.receiver.visits
  const [, at = '', signature = ''] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(visit?.headers['x-indexer-signature'] ?? '') ?? []
  expect(Math.abs(Number(at) - Date.now() / 1_000)).toBeLessThan(60)
  expect(signature).toBe(createHmac('sha256', world.owner.secret).update(`${at}.{"id":"0xabc:3"}`).digest('hex'))
  expect(visit?.headers['webhook-signature']).toBeUndefined()
  expect(await readMessage(id)).toMatchObject({
    message: { status: 'delivered' },
    attempts: [{ requestHeaders: { 'x-indexer-signature': visit?.headers['x-indexer-signature'] } }],
  })
})
