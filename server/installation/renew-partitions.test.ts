import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { roleUrl } from '@/db/role-url'
import { TEST_SECRET } from '@/db/testing-database'
import { workerCtx } from '@/server/ctx'
import {
  idsIn,
  keepHouse,
  openPartitionWorld,
  partitionAt,
  placesIn,
  prepareAt,
  weeksOf,
} from '@/server/database/partition-world.test-data'
import { MS_PER_DAY } from '@/server/durations'
import { retentionStart } from '@/server/retention-start'
import { propertyRuns } from '@/server/testing/proof'
import { renewPartitions } from './renew-partitions'

const world = openPartitionWorld()
const { addLogs, addAttempt } = world
const WEEK_MS = 7 * MS_PER_DAY
/** Each test begins where the one before it has long been forgotten. */
let from = Date.now()
const later = (days: number): number => {
  from += days * MS_PER_DAY
  return from
}

test('a row goes to the partition of its week, those of the coming five weeks are there', async () => {
  const now = later(200)
  const { made } = await keepHouse(now)
  expect(made).toHaveLength(12)
  const moments = [0, 1, 2, 3, 4, 5].map((weeks) => now + weeks * WEEK_MS)
  const ids = await addLogs(moments)
  const places = await placesIn('indexer_logs')
  expect(ids.map((id) => places[id])).toEqual(moments.map((at) => partitionAt('indexer_logs', at)))
  expect((await keepHouse(now)).made).toEqual([])
  expect((await keepHouse(now + WEEK_MS)).made.toSorted()).toEqual(
    (['indexer_logs', 'webhook_attempts'] as const).map((table) => partitionAt(table, now + 6 * WEEK_MS)),
  )
})

test('weeks that are older than what is kept fall as a whole, and nothing younger', async () => {
  const start = later(400)
  for (let day = 0; day < 140; day += 28) await prepareAt(start + day * MS_PER_DAY)
  const now = start + 139 * MS_PER_DAY
  const kept = retentionStart(new Date(now)).getTime()
  const moments = [kept - 3 * WEEK_MS, kept - WEEK_MS, kept - 1, kept, kept + 1, kept + WEEK_MS, now - 90 * MS_PER_DAY]
  await addLogs(moments)
  for (const at of moments) await addAttempt(at)
  const { dropped, logs } = await keepHouse(now)
  // All that was too old lay in partitions.
  expect(dropped.length).toBeGreaterThanOrEqual(6)
  expect(logs).toBe(0)
  for (const table of ['indexer_logs', 'webhook_attempts', 'webhook_messages'] as const) {
    const times = (await idsIn(table)).map((id) => Number.parseInt(id.replace('-', '').slice(0, 12), 16))
    expect(times.filter((at) => at <= now)).toEqual(moments.filter((at) => at >= kept).toSorted((a, b) => a - b))
  }
})

test('a message stays while an attempt of it is kept, and goes with the partition of its last one', async () => {
  const now = later(400)
  await keepHouse(now)
  const [old, again] = [await addAttempt(now), await addAttempt(now + 3 * WEEK_MS, now)]
  await keepHouse(now + 98 * MS_PER_DAY)
  expect(await idsIn('webhook_attempts')).toEqual([again.id])
  expect(await idsIn('webhook_messages')).toEqual([again.messageId])
  expect(old.messageId).not.toBe(again.messageId)
  await keepHouse(now + 98 * MS_PER_DAY + 3 * WEEK_MS)
  expect([await idsIn('webhook_attempts'), await idsIn('webhook_messages')]).toEqual([[], []])
})

test('a moment far ahead or long past is in no partition of its own, and is forgotten when its time has come', async () => {
  const now = later(400)
  await keepHouse(now)
  const [past, ahead] = [now - 300 * MS_PER_DAY, now + 300 * MS_PER_DAY]
  const ids = await addLogs([past, ahead])
  await addAttempt(past)
  const attempt = await addAttempt(ahead)
  const places = await placesIn('indexer_logs')
  expect(ids.map((id) => places[id])).toEqual(['indexer_logs_default', 'indexer_logs_default'])
  expect(await keepHouse(now)).toMatchObject({ logs: 1, messages: 1 })
  expect(await idsIn('indexer_logs')).toEqual(ids.slice(1))
  expect(await idsIn('webhook_attempts')).toEqual([attempt.id])
  await keepHouse(ahead + 98 * MS_PER_DAY)
  expect([await idsIn('indexer_logs'), await idsIn('webhook_attempts')]).toEqual([[], []])
})

test('what was written before its week had a partition moves there, once', async () => {
  const now = later(600)
  const ids = await addLogs([now, now + WEEK_MS])
  const { id: attemptId } = await addAttempt(now)
  expect(Object.values(await placesIn('indexer_logs'))).toEqual(['indexer_logs_default', 'indexer_logs_default'])
  const counted = await countsOf('counted')
  await keepHouse(now)
  const places = { ...(await placesIn('indexer_logs')), ...(await placesIn('webhook_attempts')) }
  expect(places[ids[0] ?? '']).toBe(partitionAt('indexer_logs', now))
  expect(places[ids[1] ?? '']).toBe(partitionAt('indexer_logs', now + WEEK_MS))
  expect(places[attemptId]).toBe(partitionAt('webhook_attempts', now))
  expect(await countsOf('counted')).toEqual(counted)
  expect(await countsOf('rows')).toEqual(counted)
})

test('any number of processes make the partitions of a week at once', async () => {
  const now = later(800)
  await addLogs([now, now + WEEK_MS])
  const all = await Promise.all(
    Array.from({ length: 6 }, () => renewPartitions({ ...workerCtx(), now: () => new Date(now) })),
  )
  expect(all.map(({ made }) => made.length).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 12])
  const weeks = await weeksOf('indexer_logs')
  expect(weeks).toEqual([...new Set(weeks)])
  expect(await countsOf('counted')).toEqual(await countsOf('rows'))
})

test('who holds a table for long is not waited for: nothing is dropped then, and all of it later', async () => {
  const now = later(800)
  await keepHouse(now)
  await addLogs([now])
  await prepareAt(now + 98 * MS_PER_DAY)
  const reader = postgres(roleUrl(world.databaseUrl, 'slipway_worker', TEST_SECRET), { max: 1, onnotice: () => {} })
  const rows = await idsIn('indexer_logs')
  await reader.begin(async (tx) => {
    await tx`select count(*) from indexer_logs`
    const blocked = renewPartitions({ ...workerCtx(), now: () => new Date(now + 98 * MS_PER_DAY) })
    await expect(blocked).rejects.toMatchObject({ cause: { code: '55P03' } })
  })
  await reader.end()
  expect(await idsIn('indexer_logs')).toEqual(rows)
  expect(await countsOf('counted')).toEqual(await countsOf('rows'))
  expect((await keepHouse(now + 98 * MS_PER_DAY)).dropped).toContain(partitionAt('indexer_logs', now))
})

test('a vacuum of the messages, which Postgres ends a second after somebody waits for it, keeps no partition from being made', async () => {
  const now = later(800)
  const vacuum = postgres(world.databaseUrl, { max: 1, onnotice: () => {} })
  const made = await vacuum.begin(async (tx) => {
    await tx`lock table webhook_messages in share update exclusive mode`
    const waiting = renewPartitions({ ...workerCtx(), now: () => new Date(now) })
    await Promise.race([tx`select pg_sleep(1.2)`, waiting])
    return { waiting }
  })
  await vacuum.end()
  expect((await made.waiting).made).toHaveLength(12)
})

const step = fc.oneof(
  fc.record({
    do: fc.constant('add' as const),
    days: fc.array(fc.integer({ min: -130, max: 70 }), { maxLength: 12 }),
    isFailed: fc.boolean(),
  }),
  fc.record({ do: fc.constant('delete' as const), every: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ do: fc.constant('prepare' as const) }),
  fc.record({ do: fc.constant('keep' as const) }),
  fc.record({ do: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 45 }) }),
)

test('whatever is written, deleted, prepared and dropped, the counts are those of the rows', async () => {
  let now = later(800)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 8 }), async (turns) => {
      for (const together of turns) {
        await Promise.all(
          together.map(async (one) => {
            const { db } = workerCtx()
            if (one.do === 'pass') now += one.days * MS_PER_DAY
            else if (one.do === 'keep') await orHeld(keepHouse(now))
            else if (one.do === 'prepare') await orHeld(prepareAt(now))
            else if (one.do === 'delete')
              await db.execute(sql`delete from indexer_logs where hashtext(id::text) % ${one.every} = 0`)
            else if (one.days.length > 0)
              await addLogs(
                one.days.map((days) => now + days * MS_PER_DAY + days),
                { status: one.isFailed ? 'failed' : 'delivered' },
              )
          }),
        )
        expect(await countsOf('counted')).toEqual(await countsOf('rows'))
      }
    }),
    propertyRuns(8, 100),
  )
})

/** On a busy machine a lock may not come in time: the next day's job does it. */
async function orHeld(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => expect(error).toMatchObject({ cause: { code: '55P03' } }))
}

const SOURCES = {
  rows: sql`select day_of_id(id) as day, status, count(*)::int as n from indexer_logs group by 1, 2 order by 1, 2`,
  counted: sql`select day, status, sum(n)::int as n from indexer_log_counts where subscription_id is null group by 1, 2 order by 1, 2`,
}

async function countsOf(source: keyof typeof SOURCES): Promise<unknown[]> {
  return [...(await workerCtx().db.execute(SOURCES[source]))]
}
