import { getTableColumns, is } from 'drizzle-orm'
import { type AnyPgTable, PgBigInt53, type PgColumn, PgJsonb, PgTimestamp } from 'drizzle-orm/pg-core'

type Check = { key: string; isBroken: (value: unknown) => boolean }

const checks = new Map<AnyPgTable, Check[]>()

/**
 * The row, or those of its columns that were read. Postgres takes what no column of ours means: moments that are none (`infinity`), any
 * text where one of a few words belongs, bare values where JSON is an object or a list, numbers past what ours hold. Throws for these.
 */
export function requireSound<Row extends object>(table: AnyPgTable, row: Row): Row {
  const known = checks.get(table) ?? checksOf(table)
  checks.set(table, known)
  for (const { key, isBroken } of known) {
    const value: unknown = Reflect.get(row, key)
    if (value !== null && value !== undefined && isBroken(value)) throw new TypeError(`${key} cannot be read`)
  }
  return row
}

function checksOf(table: AnyPgTable): Check[] {
  return Object.entries<PgColumn>(getTableColumns(table)).flatMap(([key, column]): Check[] => {
    if (is(column, PgTimestamp))
      return [{ key, isBroken: (value) => !(value instanceof Date) || !Number.isFinite(+value) }]
    if (is(column, PgJsonb)) return [{ key, isBroken: (value) => typeof value !== 'object' }]
    if (is(column, PgBigInt53)) return [{ key, isBroken: (value) => !Number.isSafeInteger(value) }]
    const words: readonly unknown[] | undefined = column.enumValues
    return words ? [{ key, isBroken: (value) => !words.includes(value) }] : []
  })
}
