import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, databaseOf } from './client'
import { createPool } from './create-pool'
import { inDeferredTransaction } from './deferred-transaction'
import { createPipes, type Pipes } from './pipes'
import type { Pool } from './pool'
import { createTestingDatabase } from './testing-database'

let database: Awaited<ReturnType<typeof createTestingDatabase>>
let connections: { pool: Pool; pipes: Pipes }

beforeAll(async () => {
  database = await createTestingDatabase()
  connections = {
    pool: createPool(database.url, { statements: 2, transactions: 2, name: 'own' }),
    pipes: createPipes(database.url, { count: 1, name: 'pipe' }),
  }
  await databaseOf(connections.pool).execute(sql`create table packets (id int primary key)`)
})
afterAll(async () => {
  await connections.pool.end({ timeout: 1 })
  await connections.pipes.end()
  await database.drop()
})

const insert = (id: number) => (db: Database) => db.execute(sql`insert into packets values (${id})`).execute()
const held = async () =>
  (await databaseOf(connections.pool).execute<{ id: number }>(sql`select id from packets order by id`)).map(
    ({ id }) => id,
  )
const clear = () => databaseOf(connections.pool).execute(sql`truncate packets`)
const run = (work: Parameters<typeof inDeferredTransaction>[2]) => inDeferredTransaction(connections, '', work)

test('what is only sent happens together, in packets side by side on one connection', async () => {
  await clear()
  await Promise.all(
    Array.from({ length: 50 }, (_, place) =>
      run(async (_db, send) => {
        send(insert(2 * place))
        send(insert(2 * place + 1))
      }),
    ),
  )
  expect(await held()).toEqual(Array.from({ length: 100 }, (_, id) => id))
})

test('a packet of which Postgres refuses a statement leaves nothing, its neighbours stay', async () => {
  await clear()
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map((id) =>
      run(async (_db, send) => {
        send(insert(id))
        if (id === 2) send((db) => db.execute(sql`select 1 / ${0}::int`).execute())
      }),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await held()).toEqual([1, 3])
})

test('a packet of which a statement never reaches Postgres leaves nothing', async () => {
  await clear()
  const broken = [
    () => Promise.reject(new Error('could not be built')),
    () => {
      throw new Error('could not even be begun')
    },
    // The driver itself refuses to encode it.
    (db: Database) => db.execute(sql`select ${sql.param(undefined)}`).execute(),
  ]
  for (const statement of broken) {
    // Twice: a statement's first run on a connection goes another way through the driver.
    for (let turn = 0; turn < 2; turn++) {
      const packet = run(async (_db, send) => {
        send(insert(1))
        send(statement)
      })
      await expect(packet).rejects.toThrow()
      expect(await held()).toEqual([])
    }
  }
})

test('a question takes a connection of its own, sees what was sent before, and a throw undoes it all', async () => {
  await clear()
  const seen = await run(async (db, send) => {
    send(insert(1))
    const [row] = await db.execute<{ count: number }>(sql`select count(*)::int as count from packets`)
    send(insert(2))
    return row?.count
  })
  expect(seen).toBe(1)
  const thrown = run(async (db, send) => {
    send(insert(3))
    await db.execute(sql`insert into packets values (4)`)
    throw new Error('never mind')
  })
  await expect(thrown).rejects.toThrow('never mind')
  const unasked = run(async (_db, send) => {
    send(insert(5))
    throw new Error('before anything was sent')
  })
  await expect(unasked).rejects.toThrow('before anything was sent')
  expect(await held()).toEqual([1, 2])
})
