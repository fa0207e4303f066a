import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { approvals } from '@/db/schema'
import { STOPPED_BEFORE } from '@/server/recovery/stop'

/**
 * Rejects the approval that a transaction waits for, if any: the transaction is about to end. Call it before the
 * transaction is locked.
 */
export async function rejectStopped(db: Database, transactionId: string): Promise<void> {
  await db
    .update(approvals)
    .set({ status: 'rejected', decidedBy: 'system:recovery', decidedAt: sql`now()`, note: STOPPED_BEFORE })
    .where(and(eq(approvals.transactionId, transactionId), eq(approvals.status, 'pending')))
}
