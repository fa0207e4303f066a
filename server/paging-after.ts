import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ListPart, Part } from './text/csv-list'

/** Rows read at once for a file of a whole list. */
export const PART_SIZE = 1_000

/** The condition for rows after a position in a list, newest first. */
export function isAfter(columns: { createdAt: PgColumn; id: PgColumn }, after: ListPart): SQL | undefined {
  if (after === null) return undefined
  return sql`(${columns.createdAt}, ${columns.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
}

/** A part of at most `PART_SIZE` rows, as they were read. */
export function toPart<Row extends { id: string; createdAt: string }>(items: Row[]): Part<Row> {
  const last = items.length < PART_SIZE ? undefined : items.at(-1)
  return { items, next: last ? { at: last.createdAt, id: last.id } : null }
}
