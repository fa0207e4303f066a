import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/** The column begins with this text, in any case. */
export function beginsWith(column: AnyColumn, text: string): SQL {
  return sql`lower(${column}::text) like ${`${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`
}
