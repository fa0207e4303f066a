import { setTimeout as wait } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { waitUntil } from '@/dev/wait-until'
import { inTransaction, toDatabase } from './client'
import { createPool } from './create-pool'
import type { Pipes } from './pipes'
import type { Pool } from './pool'
import { createReaders, readerOf } from './reader'
import { createTestingDatabase } from './testing-database'

let database: Awaited<ReturnType<typeof createTestingDatabase>>
let owner: postgres.Sql
let pool: Pool
let readers: Pipes

beforeAll(async () => {
  database = await createTestingDatabase()
  owner = postgres(database.url, { max: 1, onnotice: () => {} })
  await owner`create table marks (id int primary key)`
})
afterEach(() => Promise.all([pool?.end({ timeout: 1 }), readers?.end()]))
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const open = (idle: { idleMs: number; closeIdleEveryMs: number }) => {
  pool = createPool(database.url, { statements: 4, transactions: 4, name: 'idle', ...idle })
}
const single = (seconds: number) => toDatabase(pool).execute(sql`select pg_sleep(${seconds})`)
const transaction = (seconds: number) => inTransaction(pool, '', (db) => db.execute(sql`select pg_sleep(${seconds})`))
const BUSINESS = '0193a000-0000-7000-8000-000000000001'
const ONE = sql`select 1 as one`
const LOCKED = sql`select pg_advisory_xact_lock_shared(1)`
/** Each on its own connection, until the lock is free. */
const burst = () =>
  Promise.all(
    [1, 2, 3, 4].flatMap(() => [toDatabase(pool).execute(LOCKED), inTransaction(pool, '', (db) => db.execute(LOCKED))]),
  )
const count = async () => {
  const [row] = await owner`select count(*)::int as n from pg_stat_activity where application_name = 'idle'`
  return row?.n
}

test('what a burst opened is closed once it is idle, one of each kind stays, and the next burst opens them again', async () => {
  open({ idleMs: 300, closeIdleEveryMs: 50 })
  const until = (wanted: number) => waitUntil(async () => (await count()) === wanted, { timeoutMs: 60_000 })
  for (let round = 0; round < 2; round++) {
    await owner`select pg_advisory_lock(1)`
    const held = burst()
    expect(await until(8)).toBe(true)
    expect(pool.usage()).toMatchObject({ taken: 4 })
    await owner`select pg_advisory_unlock(1)`
    await held
    expect(await until(2)).toBe(true)
    expect(pool.usage()).toMatchObject({ open: 1, taken: 0 })
  }
})

test('a statement and a transaction that take longer than that are not cut off', async () => {
  open({ idleMs: 50, closeIdleEveryMs: 10 })
  const slow = () => [1, 2, 3].flatMap(() => [single(0.5), transaction(0.5)])
  await Promise.all(slow())
  // Nothing is on the way in the middle of these.
  const pausing = [1, 2, 3].map((id) =>
    inTransaction(pool, '', async (db) => {
      await db.execute(sql`insert into marks values (${id})`)
      await wait(300)
      await db.execute(sql`insert into marks values (${10 + id})`)
    }),
  )
  await Promise.all(pausing)
  expect(await owner`select id from marks order by id`).toEqual([1, 2, 3, 11, 12, 13].map((id) => ({ id })))
})

test('nothing is lost or done twice while connections close all the time', async () => {
  open({ idleMs: 0, closeIdleEveryMs: 1 })
  let nowMs = 0
  // Each reading of the clock is a minute later.
  const now = () => (nowMs += 60_000)
  readers = createReaders(database.url, { count: 3, name: 'idle-readers', closeIdleEveryMs: 1, now })
  await owner`truncate marks`
  const run = async (id: number) => {
    await wait(Math.random() * 2_000)
    const mark = sql`insert into marks values (${id})`
    if (id % 3 === 0) expect(await readerOf(readers, BUSINESS).execute(sql`select ${id}::int as id`)).toEqual([{ id }])
    if (id % 2) await toDatabase(pool).execute(mark)
    else await inTransaction(pool, '', (db) => db.execute(mark))
  }
  await Promise.all(Array.from({ length: 400 }, (_, id) => run(id)))
  const [row] = await owner`select count(*)::int as n from marks`
  expect(row?.n).toBe(400)
})

test('of the connections that only read, all but the first are closed once nothing needed them for half a minute', async () => {
  let nowMs = 0
  readers = createReaders(database.url, { count: 4, name: 'idle-readers', closeIdleEveryMs: 10, now: () => nowMs })
  const open = async () => {
    const rows = await owner`select backend_start from pg_stat_activity where application_name = 'idle-readers'`
    return rows.map(({ backend_start: at }) => at.getTime())
  }
  const read = async (query: SQL) => readerOf(readers, BUSINESS).execute(query)
  const until = (wanted: number) => waitUntil(async () => (await open()).length === wanted, { timeoutMs: 60_000 })
  const readAtOnce = async () => {
    await owner`select pg_advisory_lock(1)`
    const held = [1, 2, 3, 4].map(() => read(LOCKED))
    expect(await until(4)).toBe(true)
    await owner`select pg_advisory_unlock(1)`
    await Promise.all(held)
  }
  await readAtOnce()
  const opened = (await open()).sort()
  // Used again in time, so that the same connections stay.
  nowMs += 25_000
  await readAtOnce()
  nowMs += 25_000
  await readAtOnce()
  expect((await open()).sort()).toEqual(opened)

  nowMs += 25_000
  await read(ONE)
  nowMs += 25_000
  expect(await until(1)).toBe(true)
  nowMs += 3_600_000
  await wait(100)
  expect((await open()).length).toBe(1)
  await readAtOnce()
})
