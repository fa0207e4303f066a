import { count, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { TenantCtx } from './ctx'
import type { Counted } from './paging'

/** The number of rows that are counted; beyond it the result only says that there are more. */
const MAX_COUNTED = 10_000

/** Counts matching rows up to a maximum, so that the cost is limited. */
export async function countUpTo(
  { db }: Pick<TenantCtx, 'db'>,
  table: PgTable,
  where: SQL | undefined,
): Promise<Counted> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(MAX_COUNTED + 1)
    .as('some')
  const [counted] = await db.select({ found: count() }).from(some)
  const found = counted?.found ?? 0
  return { total: Math.min(found, MAX_COUNTED), isMore: found > MAX_COUNTED }
}
