import type { Database } from '@/db/client'
import { transactions } from '@/db/schema'
import { currentTraceparent } from '@/server/tracing/trace'

/**
 * Queues transactions of the platform, whose lanes exist; returns how many. Skips one that a unique index shows as in
 * progress.
 */
export async function insertTransactions(db: Database, rows: (typeof transactions.$inferInsert)[]): Promise<number> {
  if (rows.length === 0) return 0
  const traceContext = currentTraceparent()
  const traced = rows.map((row) => ({ ...row, traceContext }))
  const put = await db.insert(transactions).values(traced).onConflictDoNothing().returning({ id: transactions.id })
  return put.length
}
