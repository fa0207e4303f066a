import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { transactions } from '@/db/schema'

/**
 * Locks transactions and returns which of them are still open. Costs that the platform is about to pay for one are then
 * seen by the process that ends it, or not requested.
 */
export async function lockOpen(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        inArray(transactions.id, [...ids]),
        eq(transactions.status, 'PENDING'),
        or(ne(transactions.stage, 'queued'), isNull(transactions.cancelRequestedAt)),
      ),
    )
    .orderBy(transactions.id)
    .for('update')
  return new Set(rows.map(({ id }) => id))
}
