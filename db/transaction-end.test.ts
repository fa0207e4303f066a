import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, toDatabase } from './client'
import { createPool } from './create-pool'
import type { Pool } from './pool'
import { createTestingDatabase } from './testing-database'

let database: Awaited<ReturnType<typeof createTestingDatabase>>
let pool: Pool

beforeAll(async () => {
  database = await createTestingDatabase()
  pool = createPool(database.url, { statements: 1, transactions: 1, name: 'owner' })
  await toDatabase(pool).execute(sql`create table probe (id int primary key)`)
})
afterAll(async () => {
  await pool.end({ timeout: 1 })
  await database.drop()
})

/** The outcome of a statement that no code awaits. */
function createLate() {
  let resolve: (outcome: unknown) => void = () => {}
  const promise = new Promise<unknown>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

async function rows(): Promise<number[]> {
  const found = await toDatabase(pool).execute<{ id: number }>(sql`select id from probe order by id`)
  return found.map(({ id }) => id)
}

test('what runs beside work that failed writes nothing after the rollback', async () => {
  const late = createLate()
  const failed = inTransaction(pool, '', async (db) => {
    const beside = async () => {
      await db.execute(sql`select pg_sleep(0.2)`)
      await db.execute(sql`insert into probe values (1)`)
    }
    await Promise.all([beside().then(late.resolve, late.resolve), Promise.reject(new Error('refused'))])
  })
  await expect(failed).rejects.toThrow('refused')
  expect(await late.promise).toMatchObject({ cause: { message: 'the transaction is over' } })
  expect(await rows()).toEqual([])
})

test('what nobody waited for writes nothing after the commit', async () => {
  const late = createLate()
  await inTransaction(pool, '', async (db) => {
    const beside = async () => {
      await db.execute(sql`select pg_sleep(0.2)`)
      await db.execute(sql`insert into probe values (2)`)
    }
    void beside().then(late.resolve, late.resolve)
  })
  expect(await late.promise).toMatchObject({ cause: { message: 'the transaction is over' } })
  expect(await rows()).toEqual([])
})

test('work that went on after a statement failed is told that nothing was committed', async () => {
  const gone = inTransaction(pool, '', async (db) => {
    await db.execute(sql`insert into probe values (3)`)
    await db.execute(sql`insert into probe values (3)`).catch(() => {})
    return 'done'
  })
  await expect(gone).rejects.toThrow('was rolled back')
  expect(await rows()).toEqual([])
})

test('a statement left last is committed though nobody waited for it, and where it fails that is what is told', async () => {
  const insert = (id: number) =>
    inTransaction(pool, '', async (db, leaveLast) => {
      leaveLast(db.execute(sql`insert into probe values (${id}::int)`).execute())
      return 'done'
    })
  expect(await insert(4)).toBe('done')
  expect(await rows()).toEqual([4])
  await expect(insert(4)).rejects.toMatchObject({ cause: { code: '23505' } })
  expect(await rows()).toEqual([4])
})

test('statements that follow a BEGIN that failed write nothing', async () => {
  // The connection is proven, so that nobody waits for the answer to BEGIN.
  await inTransaction(pool, '', (db) => db.execute(sql`select 1`))
  const failed = inTransaction(pool, 'no statement', async (db) => {
    const first = db.execute(sql`insert into probe values (30)`)
    const second = db.execute(sql`insert into probe values (31)`)
    await Promise.all([first, second])
  })
  await expect(failed).rejects.toMatchObject({ code: '42601' })
  expect((await rows()).filter((id) => id >= 30)).toEqual([])
})
