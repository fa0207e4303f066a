import { Logger, runMigrations } from 'graphile-worker'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from './conformance/create-database'
import { schema } from './schema'

let database: TestDatabase
let sql: postgres.Sql

beforeAll(async () => {
  database = await createDatabase()
  await runMigrations({ connectionString: database.url, logger: new Logger(() => () => undefined) })
  sql = postgres(database.url, { max: 1, onnotice: () => undefined })
  await sql.unsafe(schema)
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

/** An item that asks for slots: whether it got them. */
async function ask(id: string, keys: string[], limits: number[]): Promise<boolean> {
  await sql`insert into engine.items (id, run_id, due_at) values (${id}, ${id}, now())`
  const [row] = await sql<{ free: boolean }[]>`select engine.acquire(${id}, ${keys}, ${limits}) as free`
  return row?.free === true
}

test('a slot that is given back goes past those who wait for another one too, however many they are', async () => {
  expect(await ask('both', ['all', 'slow'], [3, 1])).toBe(true)
  for (const id of ['one', 'two']) expect(await ask(id, ['all'], [3])).toBe(true)
  for (let index = 0; index < 60; index++) expect(await ask(`slow ${index}`, ['all', 'slow'], [3, 1])).toBe(false)
  expect(await ask('last', ['all'], [3])).toBe(false)
  await sql`select engine.release('one')`
  expect(await sql`select key from engine.leases where item_id = 'last'`).toEqual([{ key: 'all' }])
})
