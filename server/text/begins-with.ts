import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { escapeLike } from './escape-like'

/** The column begins with this text, in any case. */
export function beginsWith(column: AnyColumn | SQL, text: string): SQL {
  return sql`lower(${column}::text) like ${`${escapeLike(text.toLowerCase())}%`}`
}
