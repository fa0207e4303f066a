import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateDatabase } from './migrate'
import { createTestingDatabase, TEST_SECRET } from './testing-database'

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

const writeNotANumber = (column: string) => sql`update chains set ${sql(column)} = 'NaN'`

test('no numeric column of any table takes what is no number', async () => {
  const columns = await sql<{ table: string; column: string; isGuarded: boolean }[]>`
    select r.relname as table, a.attname as column, exists (
      select 1 from pg_constraint c where c.conrelid = r.oid and c.convalidated
        and pg_get_constraintdef(c.oid) = format('CHECK ((%I <> ''NaN''::numeric))', a.attname)) as "isGuarded"
    from pg_class r join pg_attribute a on a.attrelid = r.oid
    where r.relnamespace = 'public'::regnamespace and r.relkind in ('r', 'p') and a.atttypid = 'numeric'::regtype and not a.attisdropped`
  expect(columns.length).toBeGreaterThan(40)
  expect(columns.filter(({ isGuarded }) => !isGuarded)).toEqual([])
  await expect(writeNotANumber('gas_low_units')).rejects.toThrow(/chains_gas_low_units_is_number/)
})

test('a column that came later is guarded by the next migration', async () => {
  await sql`alter table chains add column later_units numeric(78, 0)`
  await writeNotANumber('later_units')
  await expect(migrateDatabase(database.url, TEST_SECRET)).rejects.toThrow(/chains_later_units_is_number/)
  await sql`update chains set later_units = 1`
  await migrateDatabase(database.url, TEST_SECRET)
  await expect(writeNotANumber('later_units')).rejects.toThrow(/chains_later_units_is_number/)
})

test('so is one of a table with partitions, in each of them', async () => {
  await sql`alter table indexer_logs add column later_units numeric(78, 0)`
  await migrateDatabase(database.url, TEST_SECRET)
  const guarded = await sql<{ name: string }[]>`
    select t.relname as name from pg_constraint c join pg_class t on t.oid = c.conrelid where c.conname = 'indexer_logs_later_units_is_number'`
  const tables = await sql<{ name: string }[]>`select name from partitions_of('indexer_logs')`
  expect(tables.length).toBeGreaterThan(4)
  expect(guarded.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['indexer_logs', ...tables.map(({ name }) => name)]),
  )
})
