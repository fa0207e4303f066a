import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { type TransactionRow, transactions } from '@/db/schema'

/**
 * Ends unsigned delegations and top-ups that the platform queued for ended transactions. Other transactions that need
 * one of them request it again and pay for it. Returns the ended ones.
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
