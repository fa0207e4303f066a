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
    where r.relnamespace = 'public'::regnamespace and r.relkind = 'r' and a.atttypid = 'numeric'::regtype and not a.attisdropped`
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
