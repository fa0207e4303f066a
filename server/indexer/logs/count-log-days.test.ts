import { desc, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { indexerLogs } from '@/db/schema'
import type { ListIndexerLogsInput } from '@/schemas/indexer/logs/contract'
import { inTenant, type Tenant, workerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { listIndexerLogs } from './list-indexer-logs'

type Row = typeof indexerLogs.$inferSelect

const FIRST_MS = Date.UTC(2026, 8, 1)
const NETWORKS = ['BASE', 'ETH', 'SOL'] as const
const SUBSCRIPTIONS = NETWORKS.map(() => v7())
const log = fc.record({
  subscription: fc.nat(2),
  // Many of one kind and few of others, so that both queries for a page are used.
  eventType: fc.oneof({ weight: 5, arbitrary: fc.constant('transfer') }, fc.constantFrom('mint', 'Staked')),
  status: fc.oneof({ weight: 5, arbitrary: fc.constant('delivered' as const) }, fc.constant('failed' as const)),
  at: fc.nat(5 * MS_PER_DAY),
})
const asked = fc.record(
  {
    subscription: fc.nat(2),
    eventType: fc.constantFrom('transfer', 'mint', 'Staked', 'burn'),
    status: fc.constantFrom('delivered' as const, 'failed' as const),
    network: fc.constantFrom(...NETWORKS),
  },
  { requiredKeys: [] },
)
type Made = typeof log extends fc.Arbitrary<infer One> ? One : never

openDatabase()
let us: Tenant & { projectId: string }
let others: Tenant & { projectId: string }

beforeAll(async () => {
  us = await createTenant()
  others = await createTenant()
})

function rowOf({ businessId, projectId }: Tenant & { projectId: string }, made: Made) {
  const { subscription, eventType, status, at } = made
  const what = {
    chainId: 1,
    contractAddress: '0x',
    eventId: '0x1:0',
    transactionHash: '0x1',
    webhookUrl: 'https://x.example',
  }
  return {
    ...{ id: v7({ msecs: FIRST_MS + at }), businessId, projectId, subscriptionId: SUBSCRIPTIONS[subscription] ?? '' },
    ...{ network: NETWORKS[subscription] ?? 'BASE', eventType, status, ...what },
    ...{ httpStatus: 200, isReplay: false, messageId: v7() },
  }
}

/** Writes like concurrent dispatchers and deletes like the daily job. */
async function happen(batches: readonly (readonly Made[])[], gone: readonly number[]): Promise<void> {
  const { db } = workerCtx()
  const ids = (await db.select({ id: indexerLogs.id }).from(indexerLogs)).map(({ id }) => id)
  const doomed = gone.map((index) => ids[index % Math.max(1, ids.length)] ?? v7())
  const puts = batches
    .filter((batch) => batch.length > 0)
    .map((batch, n) => db.insert(indexerLogs).values(batch.map((made) => rowOf(n === 0 ? others : us, made))))
  await Promise.all([...puts, db.delete(indexerLogs).where(inArray(indexerLogs.id, doomed))])
}

type Filter = Omit<ListIndexerLogsInput, 'page' | 'limit'>

function matching(rows: readonly Row[], { subscriptionId, eventType, status, network }: Filter): string[] {
  return rows
    .filter(
      (one) =>
        (subscriptionId === undefined || one.subscriptionId === subscriptionId) &&
        (eventType === undefined || one.eventType === eventType) &&
        (status === undefined || one.status === status) &&
        (network === undefined || one.network === network),
    )
    .map(({ id }) => id)
}

async function pagesOf(filter: Filter, limit: number): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await inTenant(us, (ctx) =>
      listIndexerLogs({ ...ctx, projectId: us.projectId }, { ...filter, page, limit }),
    )
    ids.push(...items.map(({ id }) => id))
    if (items.length > 0) continue
    expect(total).toBe(ids.length)
    return ids
  }
}

test('pages and totals match the rows while others write and delete', async () => {
  const { db } = workerCtx()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(log, { maxLength: 25 }), { maxLength: 4 }),
      fc.array(fc.nat(300), { maxLength: 15 }),
      fc.array(asked, { minLength: 3, maxLength: 6 }),
      fc.integer({ min: 3, max: 15 }),
      async (batches, gone, questions, limit) => {
        await happen(batches, gone)
        const rows = await db
          .select()
          .from(indexerLogs)
          .where(eq(indexerLogs.projectId, us.projectId))
          .orderBy(desc(indexerLogs.id))
        for (const { subscription, ...rest } of questions) {
          const subscriptionId = subscription === undefined ? undefined : SUBSCRIPTIONS[subscription]
          const filter = { ...rest, ...(subscriptionId ? { subscriptionId } : {}) }
          expect(await pagesOf(filter, limit)).toEqual(matching(rows, filter))
        }
      },
    ),
    propertyRuns(5, 60),
  )
})
