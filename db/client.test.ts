import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Database, inTransaction, toDatabase } from './client'
import { createPool } from './create-pool'
import type { Pool } from './pool'
import { createTestingDatabase } from './testing-database'
import { startProxy } from './testing-proxy'

let database: Awaited<ReturnType<typeof createTestingDatabase>>
let proxy: Awaited<ReturnType<typeof startProxy>>
let pool: Pool

beforeAll(async () => {
  database = await createTestingDatabase()
  const owner = createPool(database.url, { statements: 1, transactions: 1, name: 'owner' })
  await toDatabase(owner).execute(sql`create table probe (id int primary key)`)
  await owner.end()
})
afterAll(() => database.drop())

beforeEach(async () => {
  proxy = await startProxy(database.url)
  pool = createPool(proxy.url, { statements: 3, transactions: 3, name: 'probe' })
})
afterEach(async () => {
  await pool.end({ timeout: 1 })
  proxy.close()
})

async function rows(): Promise<number[]> {
  const found = await toDatabase(pool).execute<{ id: number }>(sql`select id from probe order by id`)
  return found.map(({ id }) => id)
}

const eventually = { timeout: 60_000, interval: 50 }

for (const how of ['reset', 'end'] as const) {
  test(`a connection lost by ${how} ends its transaction, and nothing of it happens later`, async () => {
    const id = how === 'reset' ? 1 : 2
    const late: unknown[] = []
    const broken = inTransaction(pool, '', async (db) => {
      await db.execute(sql`insert into probe values (${id})`)
      const slow = db.execute(sql`select pg_sleep(5)`)
      const queued = db.execute(sql`insert into probe values (${id + 100})`)
      slow.catch(() => {})
      queued.catch(() => {})
      setTimeout(() => proxy.breakAll(how), 50)
      await slow.catch((error: unknown) => late.push(error))
      // A statement that runs after the loss must not reach another connection, outside of the transaction.
      await db.execute(sql`insert into probe values (${id + 200})`)
    })
    await expect(broken).rejects.toMatchObject({ code: expect.stringMatching(/^(CONNECTION_|ECONN|EPIPE)/) })
    await expect.poll(rows, eventually).toEqual([])
    expect(late.length).toBeLessThanOrEqual(1)
  })
}

test('as many transactions at once as there are connections, and more, outlive an outage', async () => {
  const insert = (id: number) =>
    inTransaction(pool, '', (db) => db.execute(sql`insert into probe values (${id}) on conflict do nothing`))
  proxy.set('away')
  const during = await Promise.allSettled(Array.from({ length: 12 }, (_, id) => insert(1_000 + id)))
  expect(during.map(({ status }) => status)).toEqual(Array(12).fill('rejected'))
  proxy.set('open')
  const ids = Array.from({ length: 12 }, (_, index) => 2_000 + index)
  for (const id of ids)
    await expect
      .poll(
        () =>
          insert(id).then(
            () => true,
            () => false,
          ),
        eventually,
      )
      .toBe(true)
  expect(await rows()).toEqual(ids)
})

test('answers never reach another statement after connections broke under load', async () => {
  const ask = async (number: number) => {
    const [row] = await toDatabase(pool).execute<{ number: number }>(sql`select ${number}::int as number`)
    return row?.number
  }
  let asked = 0
  const mixedUp: unknown[] = []
  const askers = Array.from({ length: 30 }, async () => {
    for (let times = 0; times < 25; times++) {
      const number = asked++
      const answer = await ask(number).catch(() => number)
      if (answer !== number) mixedUp.push({ number, answer })
    }
  })
  const breaking = setInterval(() => proxy.breakAll(Math.random() < 0.5 ? 'reset' : 'end'), 60)
  await Promise.all(askers).finally(() => clearInterval(breaking))
  expect(mixedUp).toEqual([])
})

test('a transaction that was refused leaves nothing behind, through many restarts of the server', async () => {
  const kept = new Set<number>()
  let next = 10_000
  let isOver = false
  const writers = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const id = next++
      await inTransaction(pool, '', async (db) => {
        await db.execute(sql`insert into probe values (${id})`)
        await db.execute(sql`select ${id}::int`)
        if (id % 2 === 0) throw new Error('refused')
        kept.add(id)
      }).catch((error: unknown) => {
        // A COMMIT whose answer was lost may have been done.
        if (error instanceof Error && error.message === 'refused') kept.delete(id)
      })
    }
  })
  for (let restart = 0; restart < 5; restart++) {
    // Longer than the driver waits before it connects again, so that it meets a server that is not ready.
    for (const [mode, forMs] of [
      ['away', 20],
      ['starting', 400],
      ['open', 200],
    ] as const) {
      proxy.set(mode)
      await new Promise((resolve) => setTimeout(resolve, forMs))
    }
  }
  isOver = true
  await Promise.all(writers)
  const found = (await rows()).filter((id) => id >= 10_000)
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter((id) => !kept.has(id))).toEqual([])
})

test('a pool works for both copies of this module that a bundled process has', async () => {
  vi.resetModules()
  const copy = await import('./client')
  expect(copy.inTransaction).not.toBe(inTransaction)
  const one = (db: Database) => db.execute(sql`select 1 as one`)
  expect(await copy.inTransaction(pool, '', one)).toEqual([{ one: 1 }])
  const prepared = copy.prepareStatement((db) =>
    db.select({ one: sql<number>`1` }).from(sql`pg_database limit 1`).prepare('one-of-a-copy'),
  )
  expect(await prepared(toDatabase(pool), {})).toEqual([{ one: 1 }])
})

test('a plain driver will do for single statements: JSON reaches Postgres as it stands', async () => {
  const plain = postgres(database.url, { max: 1 })
  const [row] = await toDatabase(plain).execute(sql`select jsonb_typeof(${JSON.stringify([1])}::jsonb) as kind`)
  await plain.end()
  expect(row).toEqual({ kind: 'array' })
})
