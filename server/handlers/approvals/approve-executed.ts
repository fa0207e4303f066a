import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { approvals } from '@/db/schema'

const NOTE = 'It was executed before a backup was restored'

type Executed = {
  transactionIds: readonly string[]
  /** Attaches the transactions to their executions; those that it leaves waiting are not approved. */
  attach: () => Promise<void>
}

/**
 * Approves transactions that their chain has executed while a restored backup has them as waiting for a second person.
 * They were approved after the backup, or they would not have been signed. Without this they could never be decided.
 * Locks approvals before transactions, as decisions do.
 */
export async function approveExecuted(db: Database, { transactionIds, attach }: Executed): Promise<void> {
  const waiting = await db
    .select({ id: approvals.id })
    .from(approvals)
    .where(and(inArray(approvals.transactionId, [...transactionIds]), eq(approvals.status, 'pending')))
    .orderBy(asc(approvals.id))
    .for('update')
  await attach()
  if (waiting.length === 0) return
  const ids = waiting.map(({ id }) => id)
  const isAttached = sql`exists (select from transactions t
    where t.id = approvals.transaction_id and t.stage <> 'awaiting_approval')`
  await db
    .update(approvals)
    .set({ status: 'approved', decidedBy: 'system:recovery', decidedAt: sql`now()`, note: NOTE })
    .where(and(inArray(approvals.id, ids), isAttached))
}
