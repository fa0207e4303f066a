import { and, eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { type TransactionRow, transactions } from '@/db/schema'

type Waiting = { businessId: string; transactionId: string; now: Date }

const isWaiting = ({ businessId, transactionId }: Waiting) =>
  and(
    eq(transactions.businessId, businessId),
    eq(transactions.id, transactionId),
    eq(transactions.status, 'PENDING'),
    eq(transactions.stage, 'awaiting_approval'),
  )

/** Queues a transaction that waited for an approval. Returns null if it no longer waits. */
export async function queueApproved(db: Database, waiting: Waiting): Promise<TransactionRow | null> {
  const [row] = await db
    .update(transactions)
    .set({ stage: 'queued', updatedAt: waiting.now })
    .where(isWaiting(waiting))
    .returning()
  return row ?? null
}

/** Fails a transaction that waits for an approval; the caller settles it. Returns null if it no longer waits. */
export async function failWaiting(db: Database, waiting: Waiting & { error: string }): Promise<TransactionRow | null> {
  const { error, now } = waiting
  const [row] = await db
    .update(transactions)
    .set({ status: 'FAILED', error, finalAt: now, updatedAt: now })
    .where(isWaiting(waiting))
    .returning()
  return row ?? null
}
