import { getTableName } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type postgres from 'postgres'
import { type ColumnCheck, columnChecks, keyColumns, TABLES } from './column-checks'
import {
  type ColumnGuard,
  checkFunctions,
  columnGuards,
  heldCondition,
  joinedName,
  type TypedCheck,
} from './column-guards'
import { LOCK_MS, yieldLocks } from './yield-locks'

/**
 * Throws if a row has a value that its column does not allow, and names the table, the row and the column. Reads
 * only rows that no constraint of this version guards yet, and takes no lock that a request waits for. Skips columns
 * that a pending migration names, because it may fix them.
 */
export async function requireValidRows(sql: postgres.Sql, migrationsFolder: string): Promise<void> {
  const coming = (await pendingMigrations(sql, migrationsFolder)).join('\n').replace(/--.*$/gm, '')
  for (const table of await readTables(sql)) {
    const missing = table.checks.filter((check) => !isHeld(table, check))
    const settled = missing.filter(({ column }) => !new RegExp(`\\b${column}\\b`).test(coming))
    await requirePossible(sql, table, settled)
  }
}

/**
 * Adds the constraints that hold the check of every column as the schema implies it (db/column-checks.ts). Each is
 * added in a separate transaction that checks no row, and validated afterwards, while requests read and write. Throws
 * as `requireValidRows` where such a row was written meanwhile.
 */
export async function guardColumns(sql: postgres.Sql): Promise<void> {
  for (const table of await readTables(sql)) {
    const guards = columnGuards(table.checks)
    const changed = guards.filter((guard) => table.constraints.get(guard.name)?.comment !== guard.comment)
    const unread = guards.filter((guard) => changed.includes(guard) || !table.constraints.get(guard.name)?.isValid)
    const former = formerConstraints(table, { guards, changed })
    if (changed.length + former.length > 0) await replaceGuards(sql, { table, guards, changed, former })
    if (unread.length > 0) await validateGuards(sql, { table, guards: unread })
  }
}

type Constraint = { table: string; name: string; isValid: boolean; comment: string | null }
type Table = {
  name: string
  /** The checks of those of its columns that exist. */
  checks: readonly TypedCheck[]
  constraints: ReadonlyMap<string, Constraint>
  /** The columns that identify a row of the table, as far as they exist yet. */
  key: readonly string[]
}

async function readTables(sql: postgres.Sql): Promise<Table[]> {
  const columns = await sql<{ table: string; column: string; type: string }[]>`
    select r.relname as table, a.attname as column, format_type(a.atttypid, null) as type
    from pg_class r join pg_attribute a on a.attrelid = r.oid
    where r.relnamespace = 'public'::regnamespace and r.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`
  const constraints = await sql<Constraint[]>`
    select r.relname as table, c.conname as name, c.convalidated as "isValid", obj_description(c.oid, 'pg_constraint') as comment
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where r.relnamespace = 'public'::regnamespace and c.contype = 'c'`
  const types = new Map(columns.map(({ table, column, type }) => [`${table}.${column}`, type]))
  return TABLES.map((table) => [getTableName(table), columnChecks([table])] as const).map(([name, checks]) => ({
    name,
    checks: checks.flatMap((check) => {
      const type = types.get(`${name}.${check.column}`)
      return type === undefined ? [] : [{ ...check, type }]
    }),
    constraints: new Map(constraints.filter(({ table }) => table === name).map((one) => [one.name, one])),
    key: keyColumns(name).filter((column) => types.has(`${name}.${column}`)),
  }))
}

/** Whether a valid constraint holds this check already, alone or with the others of its table. */
function isHeld({ constraints }: Table, { table, column, name, condition }: ColumnCheck): boolean {
  return [constraints.get(name), constraints.get(joinedName(table))].some(
    (constraint) => constraint?.isValid && heldCondition(constraint.comment ?? '', column) === condition,
  )
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

async function requirePossible(sql: postgres.Sql, table: Table, checks: readonly ColumnCheck[]): Promise<void> {
  if (checks.length === 0) return
  const broken = checks.map(({ condition }) => `(${condition}) is false`)
  const which = broken.map((condition, index) => `when ${condition} then ${index}`).join(' ')
  const keys = table.key.map((column) => `'${column}', "${column}"::text`)
  const [row] = await sql.unsafe<{ which: number; key: Record<string, string> }[]>(
    `select case ${which} end as which, json_build_object(${keys.join(', ')}) as key
     from "${table.name}" where ${broken.join(' or ')} limit 1`,
  )
  const check = row && checks[row.which]
  if (!check) return
  const key = Object.entries(row.key).map(([column, value]) => `${column} ${value}`)
  throw new Error(
    `${check.table} has a row (${key.join(', ')}) whose ${check.column} is not ${check.holds}: mend it and migrate again.`,
  )
}

type Guards = { guards: readonly ColumnGuard[]; changed: readonly ColumnGuard[] }

/** The names of constraints of this version or another that these guards replace. */
function formerConstraints({ name, checks, constraints }: Table, { guards, changed }: Guards): string[] {
  const kept = new Set(guards.filter((guard) => !changed.includes(guard)).map((guard) => guard.name))
  const known = [...checks.map((check) => check.name), joinedName(name)]
  return known.filter((constraint) => constraints.has(constraint) && !kept.has(constraint))
}

type Changes = Guards & { table: Table; former: readonly string[] }

/** Replaces constraints in one step: each check that a replaced constraint made is made by its replacement. */
async function replaceGuards(sql: postgres.Sql, { table, guards, changed, former }: Changes): Promise<void> {
  const drops = former.map((name) => `drop constraint "${name}"`)
  const additions = changed.map(({ name, condition }) => `add constraint "${name}" check (${condition}) not valid`)
  const functions = changed.flatMap(({ check }) => check?.create ?? [])
  const comments = changed.map(
    ({ name, comment }) =>
      `comment on constraint "${name}" on public."${table.name}" is '${comment.replaceAll("'", "''")}'`,
  )
  await yieldLocks(() =>
    sql.begin(async (tx) => {
      // Ends a vacuum of the table, which takes a second, before other statements have to wait for this one.
      await tx.unsafe(`lock table public."${table.name}" in share update exclusive mode`)
      await tx.unsafe(`set local lock_timeout = '${LOCK_MS}ms'`)
      const alter = `alter table public."${table.name}" ${[...drops, ...additions].join(', ')}`
      await tx.unsafe([...functions, alter, ...comments].join(';\n')).simple()
      await dropFormerFunctions(tx, { table, guards })
    }),
  )
}

async function dropFormerFunctions(
  tx: postgres.TransactionSql,
  { table, guards }: Pick<Changes, 'table' | 'guards'>,
): Promise<void> {
  const used = guards.flatMap(({ check }) => check?.name ?? [])
  const former = await tx<{ signature: string }[]>`
    select oid::regprocedure::text as signature from pg_proc
    where pronamespace = 'public'::regnamespace and proname ~ ${checkFunctions(table.name)} and proname <> all(${used})`
  for (const { signature } of former) await tx.unsafe(`drop function ${signature}`)
}

async function validateGuards(
  sql: postgres.Sql,
  { table, guards }: { table: Table; guards: readonly ColumnGuard[] },
): Promise<void> {
  const validations = guards.map(({ name }) => `validate constraint "${name}"`)
  try {
    await sql.unsafe(`alter table public."${table.name}" ${validations.join(', ')}`)
  } catch (error) {
    await requirePossible(
      sql,
      table,
      guards.flatMap(({ checks }) => checks),
    )
    throw error
  }
}
