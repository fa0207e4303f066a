import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messageFilter } from '@/schemas/webhooks/contract'
import { workerCtx } from '@/server/ctx'
import { lastPageAtMost } from '@/server/paging'
import { getOverview } from '@/server/projects/get-overview'
import { createOwner, enqueueMessages, type Owner } from '@/server/testing/messages'
import { as, openWebhookWorld } from '@/server/testing/webhook-world'
import { listMessages } from './list-messages'

const world = openWebhookWorld()

const list = (who: Owner, filter: Record<string, unknown> = {}) =>
  as(who, (ctx) => lastPageAtMost(messageFilter.parse(filter), (page) => listMessages(ctx, page)))

/** As many as asked for, each a second older than the one before. */
const deliver = ({ businessId, projectId }: Owner, count: number) =>
  workerCtx().db.execute(sql`
    insert into webhook_messages (id, business_id, project_id, source, source_id, kind, url, body, status, created_at)
    select gen_random_uuid(), ${businessId}::uuid, ${projectId}::uuid, 'test', gen_random_uuid(), 'wallet.transfer.completed',
      'http://127.0.0.1:9/', '{}', 'delivered', now() - n * interval '1 second' from generate_series(1, ${count}::int) n`)

test('10,000 are counted to the end', async () => {
  const owner = await createOwner()
  await deliver(owner, 10_000)
  expect(await list(owner, { page: 500 })).toMatchObject({ total: 10_000, isMore: false, page: 500 })
  expect((await as(owner, getOverview)).counts.deliveries).toEqual({ total: 10_000, isMore: false })
})

test('of more it is said that there are more, and each page can be read', async () => {
  await deliver(world.owner, 10_045)
  const last = await list(world.owner, { page: 503 })
  expect(last).toMatchObject({ total: 10_000, isMore: true, page: 503 })
  expect(last.items).toHaveLength(5)
  expect((await list(world.owner, { page: 501 })).items).toHaveLength(20)
  expect((await list(world.owner, { page: 9_999 })).items).toHaveLength(20)
  expect((await as(world.owner, getOverview)).counts.deliveries).toEqual({ total: 10_000, isMore: true })
})

test('a period goes by days, both included, or by minutes, of which the last is not', async () => {
  const owner = await createOwner()
  const minutes = ['2026-11-20T23:59', '2026-11-21T00:00', '2026-11-21T14:00', '2026-11-21T23:59', '2026-11-22T00:00']
  await deliver(owner, minutes.length)
  await workerCtx().db.execute(sql`
    update webhook_messages m set created_at = moments.at from (
      select id, (${JSON.stringify(minutes)}::jsonb ->> (row_number() over (order by id))::int - 1)::timestamp at time zone 'utc' as at
      from webhook_messages where business_id = ${owner.businessId}::uuid) moments where moments.id = m.id`)
  const total = async (filter: object) => (await list(owner, { ...filter })).total
  expect(await total({ from: '2026-11-21', to: '2026-11-21' })).toBe(3)
  expect(await total({ from: '2026-11-21T14:00Z' })).toBe(3)
  expect(await total({ from: '2026-11-21T14:00Z', to: '2026-11-21T23:59Z' })).toBe(1)
  expect(await total({ from: '2026-11-21', to: '2026-11-22T00:00Z' })).toBe(3)
  expect(() => messageFilter.parse({ from: '2026-11-21T24:00Z' })).toThrow('from')
})

test('events are neither listed nor counted', async () => {
  await enqueueMessages(world.owner, world.receiver.url, [{ source: 'indexer', status: 'delivered' }, {}])
  expect(await list(world.owner)).toMatchObject({ total: 1, isMore: false })
  expect((await as(world.owner, getOverview)).counts.deliveries).toEqual({ total: 0, isMore: false })
})
