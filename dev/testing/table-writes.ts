import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as schema from '@/db/schema'

/** A write of a table, by its variable; the columns where the write names them. */
export type Write = { variable: string; columns: string[] }

const NAMES = Object.entries(schema).flatMap(([variable, value]) =>
  is(value, PgTable) ? [[variable, getTableName(value)] as const] : [],
)
const BY_NAME = new Map<string, string>(NAMES.map(([variable, name]) => [name, variable]))

/** Every table of the schema, by its variable. */
export const TABLES: ReadonlySet<string> = new Set(NAMES.map(([variable]) => variable))

/** The writes of a source, through Drizzle or in SQL. */
export function writesOf(text: string): Write[] {
  const built = [...text.matchAll(/\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g)].map(([, variable = '']) => variable)
  const embedded = [...text.matchAll(/\b(?:insert into|update|delete from)\s+\$\{(\w+)\}/gi)].map(
    ([, name = '']) => name,
  )
  // Looked ahead only: what follows may hold another write.
  const written = [...text.matchAll(/\b(?:insert into|update|delete from)\s+(\w+)(?=([^`]*))/gi)].flatMap(
    ([, name = '', rest = '']) => {
      const variable = BY_NAME.get(name)
      return variable ? [{ variable, columns: columnsOf(rest) }] : []
    },
  )
  const named = [...built, ...embedded].filter((variable) => TABLES.has(variable))
  return [...named.map((variable) => ({ variable, columns: [] })), ...written]
}

/** The columns an `update ... set` sets; none for other statements. */
function columnsOf(rest: string): string[] {
  const set = /^(?:\s+\w+)?\s+set\s+([\s\S]*?)(?:\bfrom\b|\bwhere\b|$)/i.exec(rest)?.[1] ?? ''
  return [...set.matchAll(/(?:^|,)\s*(\w+)\s*=/g)].map(([, column = '']) => column)
}
