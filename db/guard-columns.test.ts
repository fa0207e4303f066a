import { getTableName } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnChecks, TABLES } from './column-checks'
import { guardColumns } from './guard-columns'
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

/** The constraint of a column of `chains`, as it is now. */
async function constraintOf(column: string) {
  const [found] = await sql<{ isValid: boolean; text: string }[]>`
    select convalidated as "isValid", pg_get_constraintdef(oid) as text from pg_constraint where conname = ${`chains_${column}_is_valid`}`
  return found
}

test('a migration names a row that was impossible before it, and changes nothing', async () => {
  await sql`alter table chains drop constraint chains_finality_is_valid, drop constraint chains_network_is_valid`
  await sql`delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`
  const state = async () => [
    await sql`select count(*) from drizzle.__drizzle_migrations`,
    await sql`select count(*) from pg_constraint`,
    await sql`select * from chains order by chain_id`,
  ]
  await sql`update chains set finality = 'nonsense' where chain_id = 1`
  const before = await state()
  await expect(migrateDatabase(database.url, TEST_SECRET)).rejects.toThrow(
    /^chains has a row \(chain_id 1\) whose finality is not one of depth, safe, finalized: mend it and migrate again\.$/,
  )
  expect(await state()).toEqual(before)
  await sql`update chains set finality = 'depth' where chain_id = 1`
  await guardColumns(sql)
  for (const column of ['finality', 'network']) expect(await constraintOf(column)).toMatchObject({ isValid: true })
})

test('the constraint follows the list of words', async () => {
  const now = await constraintOf('finality')
  await sql`alter table chains drop constraint chains_finality_is_valid, add constraint chains_finality_is_valid check (finality <> '')`
  await sql`comment on constraint chains_finality_is_valid on chains is 'of an earlier version'`
  await guardColumns(sql)
  expect(await constraintOf('finality')).toEqual(now)
})

const checksOfTransactions = () => sql<{ name: string; isValid: boolean; text: string; comment: string }[]>`
  select conname as name, convalidated as "isValid", pg_get_constraintdef(oid) as text, obj_description(oid, 'pg_constraint') as comment
  from pg_constraint where contype = 'c' and conrelid = 'transactions'::regclass order by 1`
const functionsOfTransactions = () => sql`
  select proname from pg_proc where pronamespace = 'public'::regnamespace and proname like 'transactions_columns_%'`

test('the many columns of a table are tested by one function, whichever constraints an earlier version left', async () => {
  const now = await checksOfTransactions()
  expect(now).toMatchObject([{ name: 'transactions_columns_are_valid', isValid: true }])
  const functions = await functionsOfTransactions()
  expect(functions).toHaveLength(1)
  const table = TABLES.filter((one) => getTableName(one) === 'transactions')
  const single = columnChecks(table).map(({ name, condition }) => `add constraint "${name}" check (${condition})`)
  await sql.unsafe(`alter table transactions drop constraint transactions_columns_are_valid, ${single.join(', ')}`)
  await guardColumns(sql)
  expect(await checksOfTransactions()).toEqual(now)
  await sql.unsafe(`comment on constraint transactions_columns_are_valid on transactions is 'of an earlier version'`)
  await sql`alter table transactions add constraint transactions_status_is_valid check (status <> '')`
  await sql`create function transactions_columns_01234567(status text) returns boolean language sql as 'select true'`
  await guardColumns(sql)
  expect(await checksOfTransactions()).toEqual(now)
  expect(await functionsOfTransactions()).toEqual(functions)
})

test('it names the row and the column of what was there before it', async () => {
  const now = await checksOfTransactions()
  await sql`alter table payments drop constraint payments_columns_are_valid`
  await sql`set session_replication_role = replica`
  const required = await sql<{ name: string; type: string }[]>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = 'payments'::regclass and attnum > 0 and attnotnull and not atthasdef`
  const zero = new Map([
    ['uuid', crypto.randomUUID()],
    ['timestamp with time zone', '2026-01-02'],
    ['jsonb', '{}'],
  ])
  const names = required.map(({ name }) => `"${name}"`)
  const values = required.map(({ type }) => `'${zero.get(type) ?? '0'}'`)
  await sql.unsafe(`insert into payments (${names}) values (${values})`)
  await expect(guardColumns(sql)).rejects.toThrow(
    /^payments has a row \(id .*\) whose [a-z_]+ is not one of .*: mend it and migrate again\.$/,
  )
  await sql`delete from payments`
  await sql`set session_replication_role = origin`
  await guardColumns(sql)
  const [guard] = await sql`select convalidated from pg_constraint where conname = 'payments_columns_are_valid'`
  expect(guard).toEqual({ convalidated: true })
  expect(await checksOfTransactions()).toEqual(now)
})

test('a constraint comes while others write: no statement of theirs waits for it', async () => {
  await sql`alter table chains drop constraint chains_finality_is_valid`
  const other = postgres(database.url, { max: 2, onnotice: () => {} })
  let end = () => {}
  const written = new Promise<void>((resolve) => {
    end = resolve
  })
  const writing = other.begin(async (tx) => {
    await tx`update chains set name = name where chain_id = 1`
    await written
  })
  await other`select 1 from chains`
  const guarding = guardColumns(sql)
  for (let times = 0; times < 20; times++) await other`update chains set name = name where chain_id = 56`
  end()
  await Promise.all([writing, guarding])
  expect(await constraintOf('finality')).toMatchObject({ isValid: true })
  await other.end()
})

test('old rows are read past writers that hold theirs', async () => {
  await sql`update pg_constraint set convalidated = false where conname = 'chains_finality_is_valid'`
  const other = postgres(database.url, { max: 1, onnotice: () => {} })
  await other.begin(async (tx) => {
    await tx`update chains set name = name where chain_id = 1`
    await guardColumns(sql)
  })
  expect(await constraintOf('finality')).toMatchObject({ isValid: true })
  await other.end()
})
