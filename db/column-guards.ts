import { createHash } from 'node:crypto'
import type { ColumnCheck } from './column-checks'

/** A constraint of a table that holds some of its column checks. */
export type ColumnGuard = {
  table: string
  /** The name of the constraint. */
  name: string
  condition: string
  /** The comment of the constraint: describes it completely, so that a difference is seen by comparing texts. */
  comment: string
  checks: readonly ColumnCheck[]
  /** The function that the condition calls. */
  check?: { name: string; create: string }
}

export type TypedCheck = ColumnCheck & {
  /** The type of the column, without its precision. */
  type: string
}

/**
 * From this many checks of a table on, one function tests them. Postgres parses every CHECK of a table again at each
 * statement, and a function once a session. For a row of `transactions` the parsing costs as much as all its indexes.
 * It costs more for each row, so tables of few checks, which often get many rows at once, keep one CHECK a column.
 */
const MIN_JOINED = 16

/** The constraints that hold these checks of one table. */
export function columnGuards(checks: readonly TypedCheck[]): ColumnGuard[] {
  const [first] = checks
  if (first && checks.length >= MIN_JOINED) return [joinedGuard(first.table, checks)]
  return checks.map((check) => ({ ...check, comment: check.condition, checks: [check] }))
}

/** The name of the constraint that holds all checks of a table. */
export function joinedName(table: string): string {
  return `${table}_columns_are_valid`
}

/** The fact about a column that the comment of its constraint states. */
export function heldCondition(comment: string, column: string): string {
  return (
    comment
      .split('\n')
      .find((line) => line.startsWith(`${column}: `))
      ?.slice(column.length + 2) ?? comment
  )
}

/** The names of the functions that tested the checks of a table, in this version or another. */
export function checkFunctions(table: string): string {
  return `^${table}_columns_[0-9a-f]{8}$`
}

/** Its name changes with its text: another version of it is another function, which no valid constraint calls yet. */
function joinedGuard(table: string, checks: readonly TypedCheck[]): ColumnGuard {
  const text = functionText(table, checks)
  const name = `${table}_columns_${createHash('sha256').update(text).digest('hex').slice(0, 8)}`
  const lines = checks.map(({ column, condition }) => `${column}: ${condition}`)
  return {
    table,
    name: joinedName(table),
    condition: `public."${name}"(${checks.map(({ column }) => `"${column}"`).join(', ')})`,
    comment: [name, ...lines].join('\n'),
    checks,
    check: { name, create: `create or replace function public."${name}"${text}` },
  }
}

/**
 * Reports the column's name when a value is refused, as a CHECK of that column would. Uses the operators of Postgres,
 * whatever `search_path` the session has.
 */
function functionText(table: string, checks: readonly TypedCheck[]): string {
  const parameters = checks.map(({ column, type }) => `"${column}" ${type}`)
  const refusals = checks.map(
    ({ column, condition, name }) =>
      `  if (${condition}) is false then
    raise exception using errcode = 'check_violation', schema = 'public', table = '${table}', column = '${column}', constraint = '${name}',
      message = 'new row for relation "${table}" violates check constraint "${name}"';
  end if;`,
  )
  return `(${parameters.join(', ')}) returns boolean language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp as $$
begin
  if (${jointConditions(checks).join('\n    and ')}) is not false then return true; end if;
${refusals.join('\n')}
  return false;
end $$`
}

type Bound = NonNullable<ColumnCheck['bound']>

const BOUNDS = {
  // NaN is the greatest number.
  number: ({ greatest }) => `(${greatest} <> 'NaN')`,
  moment: ({ greatest, least }) => `(${greatest} < 'infinity' and ${least} > '-infinity')`,
} as const satisfies Record<Bound, (of: { greatest: string; least: string }) => string>

/**
 * False if a check is false. Postgres prepares each operator once a transaction, so columns of the same type and limit
 * share operators. Both functions skip nulls.
 */
function jointConditions(checks: readonly TypedCheck[]): string[] {
  const groups = new Map<string, { bound: Bound; columns: string[] }>()
  const single: string[] = []
  for (const { bound, type, column, condition } of checks) {
    if (!bound) {
      single.push(`(${condition})`)
      continue
    }
    const group = groups.get(`${bound} ${type}`) ?? { bound, columns: [] }
    group.columns.push(`"${column}"`)
    groups.set(`${bound} ${type}`, group)
  }
  const joint = [...groups.values()].map(({ bound, columns }) => {
    const list = columns.join(', ')
    return BOUNDS[bound]({ greatest: `greatest(${list})`, least: `least(${list})` })
  })
  return [...single, ...joint]
}
