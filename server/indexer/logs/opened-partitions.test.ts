import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '@/db/client'
import { indexerLogs, webhookMessages } from '@/db/schema'
import { inTenant, inWorker, type ProjectCtx, workerCtx } from '@/server/ctx'
import { partitionAt, prepareAt } from '@/server/database/partition-world.test-data'
import { MS_PER_DAY } from '@/server/durations'
import { FINDERS } from '@/server/search/finders'
import { claimDue } from '@/server/webhooks/claim-due'
import { findAttempt } from '@/server/webhooks/find-attempt'
import { findResent } from '@/server/webhooks/find-resent'
import { ON_ATTEMPT } from '@/server/webhooks/on-attempt'
import { recordAttempts, toRow } from '@/server/webhooks/record-attempts'
import { openDeliveryWorld } from './delivery-world.test-data'
import { getIndexerLog } from './get-indexer-log'
import { listIndexerLogs } from './list-indexer-logs'

/**
 * Postgres plans every partition that a statement opens, even unused ones, so planning time grows with their number.
 */
const on = openDeliveryWorld()
const WEEKS = 24
/**
 * After the fifth execution Postgres may switch to a generic plan, which opens all partitions and reads only matching
 * ones.
 */
const TIMES = 8
const WEEK_MS = 7 * MS_PER_DAY
/** Days since 1970 of its first Monday, on which partitions begin. */
const FIRST_MONDAY = 4
/** The Wednesday of this week: a day's end must not be that of its partition. */
const now = Date.now() - ((Date.now() - FIRST_MONDAY * MS_PER_DAY) % WEEK_MS) + 2.5 * MS_PER_DAY
const weeksAhead = (weeks: number) => now + weeks * WEEK_MS

beforeAll(async () => {
  for (let week = 0; week < WEEKS; week += 6) await prepareAt(weeksAhead(week))
})

/** The partitions that the transaction has opened so far. */
async function openedIn(db: Database): Promise<string[]> {
  const rows = await db.execute<{
    name: string
  }>(sql`select distinct c.relname as name from pg_locks l join pg_class c on c.oid = l.relation
    where l.pid = pg_backend_pid() and c.relispartition and c.relkind = 'r' order by 1`)
  return rows.map(({ name }) => name)
}

/** How often each partition was read on this connection. */
async function readsOf(db: Database): Promise<Map<string, number>> {
  const rows = await db.execute<{
    name: string
    reads: number
  }>(sql`select s.relname as name, (s.seq_scan + s.idx_scan)::int as reads
    from pg_stat_xact_all_tables s where s.schemaname = 'partitions'`)
  return new Map(rows.map(({ name, reads }) => [name, reads]))
}

function openedBy(work: (ctx: ProjectCtx) => Promise<unknown>): Promise<string[]> {
  const { tenant } = on.client
  return inTenant(tenant, async (ctx) => {
    const before = await readsOf(ctx.db)
    await work({ ...ctx, projectId: tenant.projectId })
    const opened = await openedIn(ctx.db)
    for (let n = 1; n < TIMES; n++) await work({ ...ctx, projectId: tenant.projectId })
    const read = [...(await readsOf(ctx.db))].filter(([name, reads]) => reads !== before.get(name))
    expect(read.map(([name]) => name).toSorted()).toEqual(opened)
    return opened
  })
}

async function addLog(at: number, eventType = 'transfer'): Promise<string> {
  const { businessId, projectId } = on.client.tenant
  const what = { network: 'BASE', chainId: 1, contractAddress: '0x', eventType, eventId: '0x1:0' }
  const outcome = { transactionHash: '0x1', webhookUrl: 'https://x.example', status: 'failed', httpStatus: 0 } as const
  const own = { businessId, projectId, subscriptionId: on.subscription.id, messageId: v7(), isReplay: false }
  const id = v7({ msecs: at })
  await workerCtx()
    .db.insert(indexerLogs)
    .values({ id, ...own, ...what, ...outcome })
  return id
}

test('a page of logs opens only the partitions of its days, with either query', async () => {
  for (const weeks of [2, 3, 3, 3, 9]) await addLog(weeksAhead(weeks))
  await addLog(weeksAhead(3), 'mint')
  const list = (page: number, filter: { eventType?: string } = {}) =>
    openedBy((ctx) => listIndexerLogs(ctx, { page, limit: 1, ...filter }))
  expect(await list(1)).toEqual([partitionAt('indexer_logs', weeksAhead(9))])
  expect(await list(3)).toEqual([partitionAt('indexer_logs', weeksAhead(3))])
  expect(await list(1, { eventType: 'mint' })).toEqual([partitionAt('indexer_logs', weeksAhead(3))])
  expect(await list(99)).toEqual([])
})

test('one log with its request and response opens only its own partition', async () => {
  const id = await addLog(weeksAhead(7))
  const [log, attempt] = [partitionAt('indexer_logs', weeksAhead(7)), partitionAt('webhook_attempts', weeksAhead(7))]
  expect(await openedBy((ctx) => getIndexerLog(ctx, id).catch(() => null))).toEqual([log])
  expect(await openedBy((ctx) => findAttempt(ctx, id))).toEqual([attempt])
  expect(await openedBy((ctx) => findResent(ctx, [id]))).toEqual([attempt])
  expect(await openedBy((ctx) => ctx.db.execute(FINDERS.id.log?.(id) ?? sql`select 1`))).toEqual([log])
})

test('recording attempts opens only their partitions, and a claim opens none', async () => {
  const opened = await inWorker(async (ctx) => {
    for (let n = 0; n < TIMES; n++) {
      const { id } = await on.happen()
      const [message] = await ctx.db.select().from(webhookMessages).where(eq(webhookMessages.id, id))
      if (!message) throw new Error('no message')
      const result = { httpStatus: 200, error: null, latencyMs: 1, responseExcerpt: '', retryAfter: undefined }
      const row = toRow({ message, result, headers: {}, signedWith: 'subscription', isResend: false }, new Date())
      await recordAttempts(ctx, { rows: [row], onAttempt: ON_ATTEMPT.indexer })
    }
    return openedIn(ctx.db)
  })
  expect(opened).toEqual(['indexer_logs_first', 'webhook_attempts_first'])
  await on.happen()
  const claim = { free: 1, perProject: 1, inFlightOf: new Map(), perDestination: 1, inFlightTo: new Map(), leaseMs: 1 }
  const claimed = await inWorker(async (ctx) => {
    for (let n = 0; n < TIMES; n++) await claimDue(ctx, claim)
    return openedIn(ctx.db)
  })
  expect(claimed).toEqual([])
})
