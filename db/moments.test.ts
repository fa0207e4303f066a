import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestingDatabase } from './testing-database'

let database: Awaited<ReturnType<typeof createTestingDatabase>>
let sql: postgres.Sql

beforeAll(async () => {
  database = await createTestingDatabase()
  sql = postgres(database.url, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

test('every table that says when a row was made and changed keeps them in order', async () => {
  const tables = await sql<{ name: string; isGuarded: boolean }[]>`
    select r.relname as name, exists (
      select 1 from pg_trigger g where g.tgrelid = r.oid and g.tgname = 'updated_after_created') as "isGuarded"
    from pg_class r
    where r.relnamespace = 'public'::regnamespace and r.relkind in ('r', 'p') and (
      select count(*) from pg_attribute a
      where a.attrelid = r.oid and a.attname in ('created_at', 'updated_at') and not a.attisdropped) = 2`
  expect(tables.length).toBeGreaterThan(20)
  expect(tables.filter(({ isGuarded }) => !isGuarded)).toEqual([])
})

const MINUTE_MS = 60_000

test('a row is not changed before it was made, whichever clock is behind', async () => {
  const read = async () => {
    const [row] = await sql<{ created: Date; updated: Date }[]>`
      select created_at as created, updated_at as updated from businesses where slug = 'ahead'`
    if (!row) throw new Error('no row')
    return row
  }
  // Its process is ahead of Postgres, whose own moment is the default of the other column.
  const created = new Date(Date.now() + MINUTE_MS)
  const row = { id: crypto.randomUUID(), name: 'Ahead', slug: 'ahead', created_at: created }
  await sql`insert into businesses ${sql(row)}`
  expect(await read()).toEqual({ created, updated: created })
  const earlier = new Date(created.getTime() - MINUTE_MS)
  await sql`update businesses set name = 'Behind', updated_at = ${earlier} where slug = 'ahead'`
  expect((await read()).updated).toEqual(created)
  const later = new Date(created.getTime() + MINUTE_MS)
  await sql`update businesses set name = 'Later', updated_at = ${later} where slug = 'ahead'`
  expect((await read()).updated).toEqual(later)
})

test('no trigger locks a transaction or an attempt before its update', async () => {
  const before = await sql`
    select tgname as name from pg_trigger
    where tgrelid in ('transactions'::regclass, 'transaction_attempts'::regclass) and not tgisinternal
      and pg_get_triggerdef(oid) like '%BEFORE%UPDATE%FOR EACH ROW%'`
  expect(before).toEqual([])
})
