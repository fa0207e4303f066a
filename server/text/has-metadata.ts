import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '@/db/client'
import type { payments, transactions, wallets } from '@/db/schema'
import type { Metadata } from './tags'

/** Above this, rows with the metadata are common: a walk along the list meets them soon. */
const MAX_NAMED_IDS = 10_000

/** The row has all these pairs; undefined, which filters nothing, if there are none. */
export function hasMetadata(column: PgColumn, pairs: Metadata | undefined): SQL | undefined {
  return pairs && sql`${column} @> ${JSON.stringify(pairs)}::jsonb`
}

type IndexedTable = typeof transactions | typeof wallets | typeof payments

/**
 * `hasMetadata` for lists that may have millions of rows: finds the ids first if they are few, by an index that the
 * list itself cannot use (db/metadata.sql).
 */
export async function hasIndexedMetadata(
  db: Database,
  table: IndexedTable,
  pairs: Metadata | undefined,
): Promise<SQL | undefined> {
  if (!pairs) return undefined
  const isMatching = hasMetadata(table.metadata, pairs)
  const most = MAX_NAMED_IDS + 1
  const found = await db.execute<{ id: string }>(
    sql`select ids_with_metadata(${getTableName(table)}, ${JSON.stringify(pairs)}::jsonb, ${most}::int) as id`,
  )
  if (found.length === most) return isMatching
  const ids = `{${found.map(({ id }) => id).join(',')}}`
  return sql`${table.id} = any(${ids}::uuid[]) and ${isMatching}`
}
