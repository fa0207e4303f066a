import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { type TransactionRow, transactions } from '@/db/schema'

/**
 * Ends what the platform queued for transactions that ended, and nobody signed yet: their delegations and top-ups.
 * Whatever else waits for one of them asks anew, and pays. Returns what it ended.
 */
export async function dropUnneeded(db: Database, ended: readonly TransactionRow[]): Promise<TransactionRow[]> {
  if (ended.length === 0) return []
  return db
    .update(transactions)
    .set({
      status: 'FAILED',
      error: 'The transaction that needed it has ended',
      finalAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(
      and(
        eq(transactions.stage, 'queued'),
        eq(transactions.status, 'PENDING'),
        isServing(ended),
        inArray(transactions.type, ['DELEGATE', 'GAS_TOPUP']),
      ),
    )
    .returning()
}

function isServing(ended: readonly TransactionRow[]): SQL {
  const ids = JSON.stringify(ended.map(({ id }) => id))
  return sql`served_transaction_id in (select value::uuid from jsonb_array_elements_text(${ids}::jsonb))`
}
