import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog } from '@/db/schema'
import { answering } from '@/dev/testing/webhook-receiver'
import { type MessageRecovery, messageFilter } from '@/schemas/webhooks/contract'
import { workerCtx } from '@/server/ctx'
import {
  createOwner,
  enqueueMessage,
  enqueueMessages,
  makeDue,
  type Owner,
  readMessage,
} from '@/server/testing/messages'
import { walletClient } from '@/server/testing/wallet-client'
import { as, openWebhookWorld, withPortalSecret } from '@/server/testing/webhook-world'
import { addEndpoint } from './destinations/endpoint-world.test-data'
import { dispatchWebhooks } from './dispatch'
import { listMessages } from './list-messages'
import { countFailedMessages, recoverMessages } from './recover-messages'
import { sendTestEvent } from './send-test-event'

const world = openWebhookWorld()

const list = (who: Owner, filter: Record<string, unknown> = {}) =>
  as(who, (ctx) => listMessages(ctx, messageFilter.parse(filter)))

describe('recovering what failed', () => {
  const recover = (who: Owner, input: MessageRecovery) => as(who, (ctx) => recoverMessages(ctx, input))
  const countFailed = (who: Owner, input: MessageRecovery) => as(who, (ctx) => countFailedMessages(ctx, input))
  const failed = { status: 'failed', nextAttemptAt: null, attemptCount: 10 } as const
  const longAgo = new Date(0)

  test('puts failed messages since a moment back on the schedule, from its start', async () => {
    const before = await enqueueMessage(world.owner, world.receiver.url, {
      ...failed,
      createdAt: new Date(Date.now() - 7_200_000),
    })
    const [id = ''] = await enqueueMessages(world.owner, world.receiver.url, [{ ...failed, resendCount: 2 }])
    expect(await recover(world.owner, { since: new Date(Date.now() - 3_600_000) })).toBe(1)
    expect(world.dueEvent.times).toBe(1)
    world.receiver.answer(answering(503))
    const { nextAt } = await dispatchWebhooks(workerCtx())
    const seconds = (new Date(nextAt ?? 0).getTime() - Date.now()) / 1_000
    expect(seconds).toBeLessThanOrEqual(5.5)
    expect((await readMessage(id)).message).toMatchObject({ status: 'pending', attemptCount: 11, resendCount: 10 })
    world.receiver.answer(answering(200))
    await makeDue(id)
    await dispatchWebhooks(workerCtx())
    expect((await readMessage(id)).message).toMatchObject({ status: 'delivered', attemptCount: 12 })
    expect((await readMessage(before)).message.status).toBe('failed')
    expect(world.receiver.visits.map((visit) => visit.headers['webhook-id'])).toEqual([id, id])
  })

  test('leaves other URLs, projects, businesses and what is delivered or waits alone', async () => {
    const stranger = await createOwner()
    const wanted = await enqueueMessage(world.owner, `${world.receiver.url}/wanted`, failed)
    const others = await Promise.all([
      enqueueMessage(world.owner, `${world.receiver.url}/other`, failed),
      enqueueMessage(world.owner, `${world.receiver.url}/wanted`, { ...failed, status: 'delivered' }),
      enqueueMessage(world.owner, `${world.receiver.url}/wanted`, { nextAttemptAt: new Date(Date.now() + 60_000) }),
      enqueueMessage(stranger, `${world.receiver.url}/wanted`, failed),
    ])
    const read = () => Promise.all(others.map(async (id) => (await readMessage(id)).message))
    const untouched = await read()
    expect(await recover({ ...world.owner, projectId: stranger.projectId }, { since: longAgo })).toBe(0)
    expect(await recover(world.owner, { since: longAgo, url: '/wanted' })).toBe(1)
    expect((await readMessage(wanted)).message.status).toBe('pending')
    expect(await read()).toEqual(untouched)
  })

  test('takes the oldest first, and at most 10,000 at once', async () => {
    const { businessId, projectId } = world.owner
    await workerCtx().db.execute(sql`
      insert into webhook_messages (id, business_id, project_id, source, source_id, kind, url, body, status, created_at)
      select gen_random_uuid(), ${businessId}::uuid, ${projectId}::uuid, 'test', gen_random_uuid(), 'wallet.transfer.failed',
        'http://127.0.0.1:9/', '{}', 'failed', now() - n * interval '1 second' from generate_series(1, 10003) n`)
    expect(await countFailed(world.owner, { since: longAgo })).toBe(10_001)
    expect(await recover(world.owner, { since: longAgo })).toBe(10_000)
    expect(await countFailed(world.owner, { since: longAgo })).toBe(3)
    const { items } = await list(world.owner, { status: 'failed' })
    expect(items.map(({ createdAt }) => Date.now() - Date.parse(createdAt) < 60_000)).toEqual([true, true, true])
    expect(await recover(world.owner, { since: longAgo })).toBe(3)
  })

  test('of one webhook endpoint only, where one is named; none that is not there', async () => {
    const [one, other] = [
      await addEndpoint(world.owner, world.receiver.url),
      await addEndpoint(world.owner, 'http://127.0.0.1:9/'),
    ]
    const to = (destinationId: string) => ({ ...failed, destinationId, keySource: 'endpoint' as const })
    const [mine = ''] = await enqueueMessages(world.owner, world.receiver.url, [to(one.id), to(other.id), failed])
    const stranger = await createOwner()
    const since = longAgo
    await expect(recover(stranger, { since, endpointId: one.id })).rejects.toMatchObject({ code: 'not_found' })
    expect(await countFailed(stranger, { since, endpointId: one.id })).toBe(0)
    expect(await countFailed(world.owner, { since, endpointId: one.id })).toBe(1)
    expect(await recover(world.owner, { since, endpointId: one.id })).toBe(1)
    expect((await readMessage(mine)).message).toMatchObject({ status: 'pending' })
    expect(await countFailed(world.owner, { since })).toBe(2)
  })

  test('asked for many times at once happens once and is audited once', async () => {
    await enqueueMessages(
      world.owner,
      world.receiver.url,
      Array.from({ length: 30 }, () => failed),
    )
    const counts = await Promise.all(Array.from({ length: 8 }, () => recover(world.owner, { since: longAgo })))
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 0, 0, 30])
    await dispatchWebhooks(workerCtx())
    expect(new Set(world.receiver.visits.map((visit) => visit.headers['webhook-id'])).size).toBe(30)
    expect(world.receiver.visits).toHaveLength(30)
    const audits = await workerCtx().db.select().from(auditLog).where(eq(auditLog.businessId, world.owner.businessId))
    expect(audits.filter((row) => row.action === 'webhook.failed-recovered')).toMatchObject([{ detail: { count: 30 } }])
  })
})

describe('recovering by /v1', () => {
  const path = (id: string) => `/v1/webhooks/endpoints/${id}/recover`
  const since = '2026-01-01T00:00:00Z'

  test('puts back what one endpoint missed since a moment, and says how much; asked again it finds nothing', async () => {
    const client = await walletClient({ capabilities: [] })
    const owner = await createOwner(client.tenant)
    const { id } = await addEndpoint(owner, world.receiver.url)
    const ofEndpoint = { status: 'failed', nextAttemptAt: null, destinationId: id, keySource: 'endpoint' } as const
    const old = { createdAt: new Date('2025-12-31T23:59:59Z') }
    await enqueueMessages(owner, world.receiver.url, [ofEndpoint, ofEndpoint, { ...ofEndpoint, ...old }])
    await enqueueMessage(owner, world.receiver.url, { status: 'failed', nextAttemptAt: null })
    const sent = { message: 'Failed events queued', data: { count: 2 } }
    expect(await client.post(path(id), { since })).toMatchObject({ code: 202, ...sent })
    expect(await client.post(path(id), { since })).toMatchObject({ code: 202, data: { count: 0 } })
    await dispatchWebhooks(workerCtx())
    expect(world.receiver.visits).toHaveLength(2)
    expect(await client.post(path(id), { since: '2025-12-31T23:59:59+00:00' })).toMatchObject({ data: { count: 1 } })
  })

  test.each([
    [{}, 'since: '],
    [{ since: null }, 'since: '],
    [{ since: 'yesterday' }, 'since: '],
    [{ since: '2026-01-01' }, 'since: '],
    [{ since: '0000-01-01T00:00:00Z' }, 'since: is too long ago or too far ahead'],
    [{ since: '9999-12-31T23:59:59-14:00' }, 'since: is too long ago or too far ahead'],
    [{ since, url: 'https://x.example' }, 'url: unknown field'],
  ])('refuses %j', async (body, error) => {
    const client = await walletClient()
    const { id } = await addEndpoint(client.tenant, world.receiver.url)
    const answer = await client.post(path(id), body)
    expect(answer).toMatchObject({ code: 400, message: 'Validation failed' })
    expect(answer.errors?.join()).toContain(error)
  })
})

describe('a test event', () => {
  const sendTest = (who: Owner, url: string) => as(who, (ctx) => sendTestEvent(ctx, url))

  test("is delivered like any other, signed by the project's secret", async () => {
    const { id } = await sendTest(world.owner, `${world.receiver.url}/try`)
    expect(world.dueEvent.times).toBe(1)
    await dispatchWebhooks(workerCtx())
    const [visit] = world.receiver.visits
    expect(visit?.path).toBe('/try')
    const library = withPortalSecret(world.owner.secret)
    expect(library.verify(visit?.body ?? '', visit?.headers ?? {})).toMatchObject({
      type: 'webhook.test',
      data: { projectId: world.owner.projectId },
    })
    expect(await list(world.owner, { kind: 'webhook.test' })).toMatchObject({ items: [{ id, status: 'delivered' }] })
  })

  test.each([
    'http://example.com/x',
    'https://user:pass@example.com',
    'https://10.0.0.1/',
    'not a url',
    'ftp://example.com',
  ])('goes nowhere for %s', async (url) => {
    await expect(sendTest(world.owner, url)).rejects.toMatchObject({ code: 'invalid' })
    expect((await list(world.owner)).total).toBe(0)
  })

  test('is refused past ten a minute', async () => {
    for (let time = 0; time < 10; time++) await sendTest(world.owner, world.receiver.url)
    await expect(sendTest(world.owner, world.receiver.url)).rejects.toMatchObject({ code: 'rate_limited' })
    expect((await list(world.owner)).total).toBe(10)
    await sendTest(await createOwner(), world.receiver.url)
  })

  test('is refused past ten at once', async () => {
    const asked = Array.from({ length: 30 }, () => sendTest(world.owner, world.receiver.url))
    const sent = (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled')
    expect(sent).toHaveLength(10)
    expect((await list(world.owner)).total).toBe(10)
  })
})
