import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { type TransactionRow, transactions } from '@/db/schema'

type Waiting = { businessId: string; transactionId: string; now: Date }

const isWaiting = (businessId: string) =>
  and(
    eq(transactions.businessId, businessId),
    eq(transactions.status, 'PENDING'),
    eq(transactions.stage, 'awaiting_approval'),
  )

/** Queues a transaction that waited for an approval. Returns null if it no longer waits. */
export async function queueApproved(db: Database, waiting: Waiting): Promise<TransactionRow | null> {
  const [row] = await db
    .update(transactions)
    .set({ stage: 'queued', updatedAt: waiting.now })
    .where(and(isWaiting(waiting.businessId), eq(transactions.id, waiting.transactionId)))
    .returning()
  return row ?? null
}

type WaitingMany = { businessId: string; transactionIds: string[]; error: string; now: Date }

/** Fails transactions that wait for an approval; the caller settles them. Returns those that still waited. */
export async function failWaiting(
  db: Database,
  { businessId, transactionIds, error, now }: WaitingMany,
): Promise<TransactionRow[]> {
  return db
    .update(transactions)
    .set({ status: 'FAILED', error, finalAt: now, updatedAt: now })
    .where(and(isWaiting(businessId), inArray(transactions.id, transactionIds)))
    .returning()
}
