import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, inTransaction, toDatabase } from './client'
import { isDatabaseUnavailable } from './connection-lost'
import { createPool } from './create-pool'
import type { Pipes } from './pipes'
import type { Pool } from './pool'
import { createReaders, readerOf } from './reader'
import { createTestingDatabase } from './testing-database'
import { startProxy } from './testing-proxy'

const BUSINESS = '0193a000-0000-7000-8000-000000000001'

let database: Awaited<ReturnType<typeof createTestingDatabase>>
let owner: postgres.Sql
let proxy: Awaited<ReturnType<typeof startProxy>>
let pool: Pool
let readers: Pipes

beforeAll(async () => {
  database = await createTestingDatabase()
  owner = postgres(database.url, { max: 1, onnotice: () => {} })
  await owner`create table marks (id int primary key)`
  await owner`create function mark(wanted int) returns int language sql as 'insert into marks values (wanted) returning id'`
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})
beforeEach(async () => {
  await owner`truncate marks`
  proxy = await startProxy(database.url)
  // Nothing is proven for longer than a moment: every transaction is one after a pause.
  pool = createPool(proxy.url, { statements: 4, transactions: 4, name: 'lost', provenForMs: 0 })
  readers = createReaders(proxy.url, { count: 2, name: 'lost' })
})
afterEach(async () => {
  proxy.close()
  await Promise.all([pool.end({ timeout: 0 }), readers.end()])
})

const ONE = sql`select 1 as one`
const marked = async () => (await owner<{ id: number }[]>`select id from marks order by id`).map(({ id }) => id)
const mark = (id: number) => (db: Database) => db.execute(sql`insert into marks values (${id})`).execute()

/** One act over each kind of connection the process has. */
const WAYS: Record<string, (id: number) => Promise<unknown>> = {
  'a single statement': () => toDatabase(pool).execute(ONE),
  'a transaction': (id) => inTransaction(pool, '', mark(id)),
  'a read on a pipe': () => readerOf(readers, BUSINESS).execute(ONE),
  'a single statement that writes': (id) => toDatabase(pool).execute(sql`select mark(${id})`),
}
const ways = Object.entries(WAYS)

// Each call after an outage has one try, and a test less time than the driver takes to give a connection up.
describe.each(ways)('%s', (_, run) => {
  const many = (from: number) => Array.from({ length: 10 }, (_, index) => run(from + index))

  for (const mode of ['refused', 'away', 'starting', 'closing'] as const) {
    test(`is refused as unavailable while Postgres is ${mode}, and works at once when it is back`, async () => {
      await Promise.all(many(0))
      if (mode === 'refused') await proxy.stopListening()
      else {
        proxy.set(mode)
        proxy.breakAll('reset')
      }
      for (let round = 0; round < 3; round++) {
        const outcomes = await Promise.allSettled(many(100 + 10 * round))
        for (const outcome of outcomes) {
          expect(outcome.status).toBe('rejected')
          if (outcome.status === 'rejected')
            expect([outcome.reason, isDatabaseUnavailable(outcome.reason)]).toContain(true)
        }
      }
      if (mode === 'refused') await proxy.listenAgain()
      else proxy.set('open')
      await Promise.all(many(200))
      const ids = await marked()
      expect(ids.filter((id) => id >= 100 && id < 200)).toEqual([])
    })
  }
})

// A write may have been committed when its connection died with it on the way: it alone is not asked again.
const repeated = ways.filter(([name]) => name !== 'a single statement that writes')
test.each(repeated)('%s does not see that an idle connection died', async (_, run) => {
  for (const how of ['reset', 'end'] as const) {
    await Promise.all(Array.from({ length: 10 }, (_, index) => run(index + (how === 'end' ? 100 : 0))))
    const runs = Array.from({ length: 10 }, (_, index) => run(50 + index + (how === 'end' ? 100 : 0)))
    // In the turn in which they are sent: nobody knows yet.
    proxy.breakAll(how)
    await Promise.all(runs)
  }
})

test('a connection that fell silent is given up before a transaction begins on it', async () => {
  await inTransaction(pool, '', mark(1))
  proxy.silence()
  await inTransaction(pool, '', mark(2))
  expect(await marked()).toEqual([1, 2])
})

describe('an answer that is lost', () => {
  const writes: [string, (db: Database) => Promise<unknown>][] = [
    ['an insert', (db) => db.execute(sql`insert into marks values (1)`)],
    ['a select that writes', (db) => db.execute(sql`select mark(1)`)],
    [
      'a common table that writes',
      (db) => db.execute(sql`with w as (insert into marks values (1) returning id) select id from w`),
    ],
  ]
  test.each(writes)('of %s is told, and nothing is done a second time', async (_, write) => {
    await toDatabase(pool).execute(ONE)
    // Known to the connection: its first run would be described before it is run.
    await write(toDatabase(pool))
    await owner`truncate marks`
    proxy.set('deaf')
    const lost = write(toDatabase(pool)).catch((error: unknown) => {
      proxy.set('open')
      return error
    })
    // The repeat, if there were one, would come through.
    await expect.poll(marked).toEqual([1])
    proxy.set('open')
    expect(isDatabaseUnavailable(await lost)).toBe(true)
    expect(await marked()).toEqual([1])
    await owner`truncate marks`
    expect(await toDatabase(pool).execute(ONE)).toEqual([{ one: 1 }])
    expect(await marked()).toEqual([])
  })

  test('of a COMMIT is told, and the transaction not run again', async () => {
    let runs = 0
    const run = () =>
      inTransaction(pool, '', async (db) => {
        runs += 1
        await db.execute(sql`insert into marks values (${runs})`)
        if (runs === 2) proxy.set('deaf')
      })
    await run()
    const lost = await run().catch((error: unknown) => error)
    expect(isDatabaseUnavailable(lost)).toBe(true)
    expect(runs).toBe(2)
  })
})

test('a pool that was ended refuses what comes', async () => {
  for (const isUsed of [true, false]) {
    const ended = createPool(proxy.url, { statements: 2, transactions: 2, name: 'ended' })
    if (isUsed) await toDatabase(ended).execute(ONE)
    await ended.end({ timeout: 1 })
    await expect(toDatabase(ended).execute(ONE)).rejects.toMatchObject({ cause: { code: 'CONNECTION_ENDED' } })
  }
})

test('a write on a connection for reads is a fault of ours: Postgres is there', async () => {
  const written = await mark(1)(readerOf(readers, BUSINESS)).catch((error: unknown) => error)
  expect([written, isDatabaseUnavailable(written)]).toEqual([expect.any(Error), false])
  expect(await marked()).toEqual([])
})

test('what is heard is heard again after each loss of the connection', async () => {
  let starts = 0
  const received: string[] = []
  const stop = await pool.listen(
    'lost',
    (text) => received.push(text),
    () => {
      starts += 1
    },
  )
  for (const round of [1, 2, 3]) {
    await proxy.stopListening()
    await proxy.listenAgain()
    await expect.poll(() => starts).toBeGreaterThan(round)
    await owner`select pg_notify('lost', ${String(round)})`
    await expect.poll(() => received).toContain(String(round))
  }
  await stop()
})
