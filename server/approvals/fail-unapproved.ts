import type { SQL } from 'drizzle-orm'
import { approvals } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import type { Chain } from '@/server/chains/registry'
import type { Actor } from '@/server/ctx'
import { endTransactions } from '@/server/engine/end-transactions'
import { failWaiting } from '@/server/engine/leave-approval'
import { settleGas } from '@/server/engine/settle-gas'
import { decisionDetail } from './decision-detail'

type Ending = {
  /** The approval, and the condition under which it may still end. */
  where: SQL | undefined
  status: 'rejected' | 'expired'
  /** Null where time decided. */
  decidedBy: string | null
  note: string | null
  /** What the transaction's record says. */
  error: string
  actor: Actor
  requestId: string
  now: Date
}

/**
 * Ends a transaction nobody let go: FAILED, its gas hold given back, its webhook in the outbox, the decision audited, all in one
 * database transaction and once. Returns whether it did; false means that somebody else decided.
 */
export async function failUnapproved(chain: Chain, ending: Ending): Promise<boolean> {
  const { where, status, decidedBy, note, error, actor, requestId, now } = ending
  const ended = await endTransactions(chain, null, async (db) => {
    const [approval] = await db
      .update(approvals)
      .set({ status, decidedBy, note, decidedAt: now })
      .where(where)
      .returning()
    if (!approval) return []
    const { businessId, projectId, transactionId } = approval
    const transaction = await failWaiting(db, { businessId, transactionId, error, now })
    if (!transaction) throw new Error('a transaction left its approval without a decision')
    await settleGas(db, [{ businessId, transactionId, chargeMicros: 0n }])
    await appendAudit(
      { db, businessId, projectId, requestId, actor, now: () => now },
      { action: `transaction.${status}`, target: approval.id, detail: decisionDetail(approval, transaction) },
    )
    return [transaction]
  })
  return ended.length > 0
}
