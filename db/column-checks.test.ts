import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnChecks, TABLES } from './column-checks'
import { joinedName } from './column-guards'
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

/** Values that Postgres itself takes for a column of this kind and that mean nothing, and ones that mean something. */
const KINDS: Record<string, { refused: readonly string[]; taken: readonly string[] }> = {
  moment: { refused: ['infinity', '-infinity'], taken: ['2026-01-02', '1970-01-01'] },
  number: { refused: ['NaN'], taken: ['0', '-1'] },
  bigint: { refused: [String(2n ** 63n - 1n), String(2n ** 53n)], taken: [String(Number.MAX_SAFE_INTEGER), '0'] },
  json: { refused: ['"nonsense"', 'null', '1'], taken: [] },
  actor: {
    refused: ['user:gone', 'key:', `key:${crypto.randomUUID()} or so`],
    taken: [`user:${crypto.randomUUID()}`, `key:${crypto.randomUUID()}`, 'system:settlement', crypto.randomUUID()],
  },
}

/** The first two may hold any JSON; the others are numbers that Postgres gives. */
const UNCHECKED = [
  'idempotency_keys.response_body',
  'platform_settings.value',
  'project_events.xact',
  'token_events.id',
]

function kindOf(column: PgColumn) {
  const type = column.getSQLType()
  if (column.enumValues) return { refused: ['nonsense', ''], taken: column.enumValues }
  if (/^(timestamp|date)/.test(type) && !type.endsWith(']')) return KINDS.moment
  if (type.startsWith('numeric')) return KINDS.number
  if (type.startsWith('big')) return KINDS.bigint
  if (type === 'jsonb') return KINDS.json
  return /(_by|^actor_id)$/.test(column.name) ? KINDS.actor : undefined
}

/** Creates a temporary table with the columns and constraints of another. */
async function copyTable(copy: string, of: string): Promise<void> {
  await sql`drop table if exists ${sql(copy)}`
  await sql`create temp table ${sql(copy)} (like ${sql(of)} including constraints)`
}

/** `taken`, or the constraint that refuses what a statement writes. */
function outcomeOf(written: Promise<unknown>): Promise<string> {
  return written.then(
    () => 'taken',
    (error: postgres.PostgresError) => error.constraint_name ?? error.message,
  )
}

function write(table: string, row: ReadonlyMap<PgColumn, string>): Promise<string> {
  const columns = [...row.keys()].map(({ name }) => `"${name}"`)
  const types = [...row.keys()].map((column) => column.getSQLType().replace('bigserial', 'bigint'))
  const values = types.map((type, n) => `$${n + 1}::text::${type}`)
  return outcomeOf(sql.unsafe(`insert into ${table} (${columns}) values (${values})`, [...row.values()]))
}

test.each(TABLES.map((table) => [getTableName(table), table] as const))(
  'no column of %s takes a value that its type cannot mean',
  async (name, table) => {
    const columns = Object.values<PgColumn>(getTableColumns(table))
    const checks = columnChecks([table])
    // One column can be written alone: without constraints over several columns, and nothing is required.
    await copyTable('single', name)
    const own = [...checks.map((check) => check.name), joinedName(name)]
    const others = await sql<{ name: string }[]>`
      select conname as name from pg_constraint
      where conrelid = 'single'::regclass and contype = 'c' and conname <> all(${own})`
    for (const other of others) await sql`alter table single drop constraint ${sql(other.name)}`
    for (const column of columns.filter(({ notNull, primary }) => notNull || primary))
      await sql`alter table single alter column ${sql(column.name)} drop not null`
    await copyTable('full_rows', 'single')
    const valid = new Map(
      columns.flatMap((column) => {
        const value = kindOf(column)?.taken[0]
        return value === undefined ? [] : [[column, value] as const]
      }),
    )
    for (const column of columns) {
      if (UNCHECKED.includes(`${name}.${column.name}`)) continue
      const { refused = [], taken = [] } = kindOf(column) ?? {}
      const guard = checks.find((check) => check.column === column.name)?.name ?? 'a guard'
      const alone = async (value: string) => [column.name, value, await write('single', new Map([[column, value]]))]
      for (const value of taken) expect(await alone(value)).toEqual([column.name, value, 'taken'])
      for (const value of refused) {
        expect(await alone(value)).toEqual([column.name, value, guard])
        // One condition holds several columns: a value is refused among valid ones too.
        if (!valid.has(column)) continue
        const among = await write('full_rows', new Map(valid).set(column, value))
        expect([column.name, value, among]).toEqual([column.name, value, guard])
      }
    }
  },
)

test.each([
  ['plan_quotas', '[{"name":"a","limit":1}]', 'taken'],
  ['plan_quotas', '[1]', 'plans_plan_quotas_is_valid'],
  ['plan_quotas', '{}', 'plans_plan_quotas_is_valid'],
  ['plan_quotas', '[[{}]]', 'plans_plan_quotas_is_valid'],
  ['plan_quotas', '["a"]', 'plans_plan_quotas_is_valid'],
  ['rate_limits', '[]', 'plans_rate_limits_is_valid'],
])('lists in JSON hold what they are lists of: %s = %s is %s', async (column, json, outcome) => {
  expect(await outcomeOf(sql`update plans set ${sql(column)} = ${json}::text::jsonb`)).toBe(outcome)
})

test('every constraint holds for the rows that were there before it too, also in partitions', async () => {
  const half = await sql`select conname from pg_constraint where contype = 'c' and not convalidated`
  expect(half).toEqual([])
  const guarded = await sql<{ name: string }[]>`
    select t.relname as name from pg_constraint c join pg_class t on t.oid = c.conrelid where c.conname = 'indexer_logs_status_is_valid'`
  const tables = await sql<{ name: string }[]>`select name from partitions_of('indexer_logs')`
  expect(tables.length).toBeGreaterThan(4)
  expect(guarded.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['indexer_logs', ...tables.map(({ name }) => name)]),
  )
})

test('it holds whatever path a session sets', async () => {
  await sql.begin(async (tx) => {
    await tx`create schema stranger`
    await tx`create function stranger.always(text, text) returns boolean language sql as 'select true'`
    await tx`create operator stranger.= (function = stranger.always, leftarg = text, rightarg = text)`
    await tx`set local search_path = stranger, pg_catalog, public`
    await tx`create temp table copy_of (like public.transactions including constraints) on commit drop`
    const names = await tx<{ name: string }[]>`
      select attname as name from pg_attribute where attrelid = 'copy_of'::regclass and attnum > 0 and attnotnull`
    for (const { name } of names) await tx`alter table copy_of alter column ${tx(name)} drop not null`
    await expect(
      tx.savepoint((inner) => inner`insert into copy_of (status) values ('nonsense')`),
    ).rejects.toMatchObject({
      constraint_name: 'transactions_status_is_valid',
      column_name: 'status',
      table_name: 'transactions',
    })
    await tx`drop schema stranger cascade`
  })
})
