import { eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '@/db/schema'
import { testDatabase } from '@/db/testing'
import { webhooksWoken } from '@/inngest/events'
import { inTenant, type TenantCtx, workerCtx } from '@/server/ctx'
import { registerPump } from '@/server/wake'
import { messageFilter } from '@/server/webhooks/contract'
import { dispatchWebhooks } from '@/server/webhooks/dispatch'
import { listMessages } from '@/server/webhooks/list-messages'
import { recoverMessages } from '@/server/webhooks/recover-messages'
import { sendTestEvent } from '@/server/webhooks/send-test-event'
import {
  createOwner,
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
  unregister = registerPump(webhooksWoken, {}, { poke: () => void woken++ })
})
afterEach(async () => {
  unregister()
  await receiver.close()
  await settleAllMessages()
})

function as<T>(who: Owner, work: (ctx: TenantCtx & { projectId: string }) => Promise<T>): Promise<T> {
  return inTenant(who, (ctx) => work({ ...ctx, projectId: who.projectId }))
}
const list = (who: Owner, filter: Record<string, unknown> = {}) =>
  as(who, (ctx) => listMessages(ctx, messageFilter.parse(filter)))

describe('recovering what failed', () => {
  const recover = (who: Owner, input: { since: Date; url?: string }) => as(who, (ctx) => recoverMessages(ctx, input))
  const failed = { status: 'failed', nextAttemptAt: null, attemptCount: 10 } as const
  const longAgo = new Date(0)

  test('puts failed messages since a moment back on the schedule, from its start', async () => {
    const before = await enqueueMessage(owner, receiver.url, { ...failed, createdAt: new Date(Date.now() - 7_200_000) })
    const [id = ''] = await enqueueMessages(owner, receiver.url, [{ ...failed, resendCount: 2 }])
    expect(await recover(owner, { since: new Date(Date.now() - 3_600_000) })).toBe(1)
    expect(woken).toBe(1)
    receiver.answer(answering(503))
    const { nextAt } = await dispatchWebhooks(workerCtx())
    const seconds = (new Date(nextAt ?? 0).getTime() - Date.now()) / 1_000
    expect(seconds).toBeLessThanOrEqual(5.5)
    expect((await readMessage(id)).message).toMatchObject({ status: 'pending', attemptCount: 11, resendCount: 10 })
    receiver.answer(answering(200))
    await makeDue(id)
    await dispatchWebhooks(workerCtx())
    expect((await readMessage(id)).message).toMatchObject({ status: 'delivered', attemptCount: 12 })
    expect((await readMessage(before)).message.status).toBe('failed')
    expect(receiver.visits.map((visit) => visit.headers['webhook-id'])).toEqual([id, id])
  })

  test('leaves other URLs, projects, businesses and what is delivered or waits alone', async () => {
    const stranger = await createOwner()
    const wanted = await enqueueMessage(owner, `${receiver.url}/wanted`, failed)
    const others = await Promise.all([
      enqueueMessage(owner, `${receiver.url}/other`, failed),
      enqueueMessage(owner, `${receiver.url}/wanted`, { ...failed, status: 'delivered' }),
      enqueueMessage(owner, `${receiver.url}/wanted`, { nextAttemptAt: new Date(Date.now() + 60_000) }),
      enqueueMessage(stranger, `${receiver.url}/wanted`, failed),
    ])
    const read = () => Promise.all(others.map(async (id) => (await readMessage(id)).message))
    const untouched = await read()
    expect(await recover({ ...owner, projectId: stranger.projectId }, { since: longAgo })).toBe(0)
    expect(await recover(owner, { since: longAgo, url: '/wanted' })).toBe(1)
    expect((await readMessage(wanted)).message.status).toBe('pending')
    expect(await read()).toEqual(untouched)
  })

  test('asked for many times at once happens once and is audited once', async () => {
    await enqueueMessages(
      owner,
      receiver.url,
      Array.from({ length: 30 }, () => failed),
    )
    const counts = await Promise.all(Array.from({ length: 8 }, () => recover(owner, { since: longAgo })))
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 0, 0, 30])
    await dispatchWebhooks(workerCtx())
    expect(new Set(receiver.visits.map((visit) => visit.headers['webhook-id'])).size).toBe(30)
    expect(receiver.visits).toHaveLength(30)
    const audits = await workerCtx().db.select().from(auditLog).where(eq(auditLog.businessId, owner.businessId))
    expect(audits.filter((row) => row.action === 'webhook.failed-recovered')).toMatchObject([{ detail: { count: 30 } }])
  })
})

describe('a test event', () => {
  const sendTest = (who: Owner, url: string) => as(who, (ctx) => sendTestEvent(ctx, url))

  test("is delivered like any other, signed by the project's secret", async () => {
    const { id } = await sendTest(owner, `${receiver.url}/try`)
    expect(woken).toBe(1)
    await dispatchWebhooks(workerCtx())
    const [visit] = receiver.visits
    expect(visit?.path).toBe('/try')
    expect(
      new Webhook(`whsec_${owner.secret.toString('base64')}`).verify(
        visit?.body ?? '',
        Object.fromEntries(Object.entries(visit?.headers ?? {}).map(([name, value]) => [name, String(value)])),
      ),
    ).toMatchObject({
      type: 'webhook.test',
      data: { projectId: owner.projectId },
    })
    expect(await list(owner, { kind: 'webhook.test' })).toMatchObject({ items: [{ id, status: 'delivered' }] })
  })

  test.each([
    'http://example.com/x',
    'https://user:pass@example.com',
    'https://10.0.0.1/',
    'not a url',
    'ftp://example.com',
  ])('goes nowhere for %s', async (url) => {
    await expect(sendTest(owner, url)).rejects.toMatchObject({ code: 'invalid' })
    expect((await list(owner)).total).toBe(0)
  })

  test('is refused past ten a minute', async () => {
    for (let time = 0; time < 10; time++) await sendTest(owner, receiver.url)
    await expect(sendTest(owner, receiver.url)).rejects.toMatchObject({ code: 'rate_limited' })
    expect((await list(owner)).total).toBe(10)
    await sendTest(await createOwner(), receiver.url)
  })
})
