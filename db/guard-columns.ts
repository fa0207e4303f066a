import { readMigrationFiles } from 'drizzle-orm/migrator'
import type postgres from 'postgres'
import { type ColumnCheck, columnChecks, keyColumns } from './column-checks'
import { LOCK_MS, yieldLocks } from './yield-locks'

/**
 * Throws where a row has a value that its column does not allow, and names the table, the row and the column. Reads
 * only rows that no constraint of this version guards yet, and takes no lock that a request waits for. Skips columns
 * that a pending migration names, because it may fix them.
 */
export async function requireValidRows(sql: postgres.Sql, migrationsFolder: string): Promise<void> {
  const coming = (await pendingMigrations(sql, migrationsFolder)).join('\n').replace(/--.*$/gm, '')
  const missing = (await findMissing(sql)).filter(({ column }) => !new RegExp(`\\b${column}\\b`).test(coming))
  for (const checks of byTable(missing).values()) await requirePossible(sql, checks)
}

/**
 * Adds the CHECK of every column as the schema implies it (db/column-checks.ts). Each is added in a separate
 * transaction that checks no row, and validated afterwards, while requests read and write. Throws as
 * `requireValidRows` where such a row was written meanwhile.
 */
export async function guardColumns(sql: postgres.Sql): Promise<void> {
  const missing = byTable(await findMissing(sql))
  for (const [table, checks] of missing) {
    const isThere = ({ isAdded }: Missing) => isAdded
    if (!checks.every(isThere)) await addChecks(sql, { table, checks: checks.filter((check) => !isThere(check)) })
    await validateChecks(sql, { table, checks })
  }
}

type Missing = ColumnCheck & {
  isAdded: boolean
  hasFormer: boolean
  /** The columns that identify a row of the table, as far as they exist yet. */
  key: readonly string[]
}

/** The checks of existing columns that are missing, differ from the present ones, or hold for new rows only. */
async function findMissing(sql: postgres.Sql): Promise<Missing[]> {
  const columns = await sql<{ table: string; column: string }[]>`
    select r.relname as table, a.attname as column from pg_class r join pg_attribute a on a.attrelid = r.oid
    where r.relnamespace = 'public'::regnamespace and r.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`
  const constraints = await sql<{ table: string; name: string; isValid: boolean; condition: string | null }[]>`
    select r.relname as table, c.conname as name, c.convalidated as "isValid", obj_description(c.oid, 'pg_constraint') as condition
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where r.relnamespace = 'public'::regnamespace and c.contype = 'c'`
  const known = new Set(columns.map(({ table, column }) => `${table}.${column}`))
  const there = new Map(constraints.map((constraint) => [`${constraint.table}.${constraint.name}`, constraint]))
  return columnChecks().flatMap((check): Missing[] => {
    if (!known.has(`${check.table}.${check.column}`)) return []
    const former = there.get(`${check.table}.${check.name}`)
    const isAdded = former?.condition === check.condition
    if (isAdded && former?.isValid) return []
    const key = keyColumns(check.table).filter((column) => known.has(`${check.table}.${column}`))
    return [{ ...check, isAdded, hasFormer: former !== undefined, key }]
  })
}

async function pendingMigrations(sql: postgres.Sql, migrationsFolder: string): Promise<string[]> {
  const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') as found`
  if (!table?.found) return []
  const [last] = await sql<
    { at: string }[]
  >`select coalesce(max(created_at), 0) as at from drizzle.__drizzle_migrations`
  return readMigrationFiles({ migrationsFolder }).flatMap(({ folderMillis, sql: statements }) =>
    folderMillis > Number(last?.at) ? statements : [],
  )
}

async function requirePossible(sql: postgres.Sql, checks: readonly Missing[]): Promise<void> {
  const [first] = checks
  if (!first) return
  const broken = checks.map(({ condition }) => `(${condition}) is false`)
  const which = broken.map((condition, index) => `when ${condition} then ${index}`).join(' ')
  const keys = first.key.map((column) => `'${column}', "${column}"::text`)
  const [row] = await sql.unsafe<{ which: number; key: Record<string, string> }[]>(
    `select case ${which} end as which, json_build_object(${keys.join(', ')}) as key
     from "${first.table}" where ${broken.join(' or ')} limit 1`,
  )
  const check = row && checks[row.which]
  if (!check) return
  const key = Object.entries(row.key).map(([column, value]) => `${column} ${value}`)
  throw new Error(
    `${check.table} has a row (${key.join(', ')}) whose ${check.column} is not ${check.holds}: mend it and migrate again.`,
  )
}

type OfTable = { table: string; checks: readonly Missing[] }

async function addChecks(sql: postgres.Sql, { table, checks }: OfTable): Promise<void> {
  const former = checks.filter(({ hasFormer }) => hasFormer).map(({ name }) => `drop constraint "${name}"`)
  const additions = checks.map(({ name, condition }) => `add constraint "${name}" check (${condition}) not valid`)
  const comments = checks.map(
    ({ name, condition }) =>
      `comment on constraint "${name}" on public."${table}" is '${condition.replaceAll("'", "''")}'`,
  )
  await yieldLocks(() =>
    sql.begin(async (tx) => {
      // Ends a vacuum of the table, which takes a second, before other statements have to wait for this one.
      await tx.unsafe(`lock table public."${table}" in share update exclusive mode`)
      await tx.unsafe(`set local lock_timeout = '${LOCK_MS}ms'`)
      await tx
        .unsafe([`alter table public."${table}" ${[...former, ...additions].join(', ')}`, ...comments].join(';\n'))
        .simple()
    }),
  )
}

async function validateChecks(sql: postgres.Sql, { table, checks }: OfTable): Promise<void> {
  const validations = checks.map(({ name }) => `validate constraint "${name}"`)
  try {
    await sql.unsafe(`alter table public."${table}" ${validations.join(', ')}`)
  } catch (error) {
    await requirePossible(sql, checks)
    throw error
  }
}

function byTable(checks: readonly Missing[]): Map<string, Missing[]> {
  const tables = new Map<string, Missing[]>()
  for (const check of checks) tables.set(check.table, [...(tables.get(check.table) ?? []), check])
  return tables
}
