import type { SQL } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { approvals, type TransactionRow } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import type { Chain } from '@/server/chains/registry'
import type { Actor } from '@/server/ctx'
import { endTransactions } from '@/server/engine/end-transactions'
import { settleGas } from '@/server/engine/gas-holds'
import { failWaiting } from '@/server/engine/leave-approval'
import { decisionDetail } from './decision-detail'
import type { ApprovalRow } from './view'

type Ending = {
  /** The approval, and the condition under which it may still end. */
  where: SQL | undefined
  status: 'rejected' | 'expired'
  /** Null where time decided. */
  decidedBy: string | null
  note: string | null
  /** The error in the transaction's record. */
  error: string
  actor: Actor
  requestId: string
  now: Date
}

/**
 * Ends a transaction that was not approved: FAILED, its gas hold released, its webhook in the outbox, the decision
 * audited, in one database transaction and once. Returns whether it did; false means that another process decided
 * first.
 */
export async function failUnapproved(chain: Chain, ending: Ending): Promise<boolean> {
  const { where, status, decidedBy, note, error, actor, requestId, now } = ending
  let decided: ApprovalRow | undefined
  const change = async (db: Database) => {
    const [approval] = await db
      .update(approvals)
      .set({ status, decidedBy, note, decidedAt: now })
      .where(where)
      .returning()
    if (!approval) return []
    decided = approval
    const { businessId, transactionId } = approval
    const transaction = await failWaiting(db, { businessId, transactionId, error, now })
    if (!transaction) throw new Error('a transaction left its approval without a decision')
    await settleGas(db, [{ businessId, transactionId, chargeMicros: 0n }])
    return [transaction]
  }
  const notify = async (db: Database, [transaction]: readonly TransactionRow[]) => {
    if (!decided || !transaction) throw new Error('nothing was decided')
    const { id, businessId, projectId } = decided
    const detail = decisionDetail(decided, transaction)
    const ctx = { db, businessId, projectId, requestId, actor, now: () => now }
    await appendAudit(ctx, { action: `transaction.${status}`, target: id, detail })
  }
  const ended = await endTransactions(chain, null, change, { afterwards: notify })
  return ended.length > 0
}
