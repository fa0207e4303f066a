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
 * Approves transactions that their chain has executed and a restored backup has as waiting for a second person: their
 * approval was made after the backup, or nothing would have been signed. Without it nobody could decide them any more.
 * Approvals are locked before transactions, as by those who decide.
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
