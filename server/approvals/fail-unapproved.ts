import type { SQL } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { approvals, type TransactionRow } from '@/db/schema'
import { type AuditEntry, appendAudit } from '@/server/audit/append-audit'
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
  /** Null if the approval expired. */
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
 * audited, in one database transaction and once. Returns false if another process decided first.
 */
export async function failUnapproved(chain: Chain, { where, ...ending }: Ending): Promise<boolean> {
  const ended = await endUnapproved(chain, {
    ...ending,
    decide: async (db, decision) => db.update(approvals).set(decision).where(where).returning(),
    entriesOf: (decided) =>
      decided.map(({ approval, transaction }) => ({
        action: `transaction.${ending.status}`,
        target: approval.id,
        detail: decisionDetail(approval, transaction),
      })),
  })
  return ended.length > 0
}

type Decision = Pick<ApprovalRow, 'status' | 'decidedBy' | 'note' | 'decidedAt'>
type Decided = { approval: ApprovalRow; transaction: TransactionRow }

type EndingOfMany = Omit<Ending, 'where'> & {
  /** Writes the decision to the approvals that may still end, and returns them: all of one project. */
  decide: (db: Database, decision: Decision) => Promise<ApprovalRow[]>
  entriesOf: (decided: readonly Decided[]) => AuditEntry[]
}

/** Does the same as `failUnapproved` for any number of transactions of one chain. Returns those that ended. */
export async function endUnapproved(chain: Chain, ending: EndingOfMany): Promise<TransactionRow[]> {
  const { decide, entriesOf, status, decidedBy, note, error, actor, requestId, now } = ending
  let decided: ApprovalRow[] = []
  const change = async (db: Database) => {
    decided = await decide(db, { status, decidedBy, note, decidedAt: now })
    const [first] = decided
    if (!first) return []
    const { businessId } = first
    const transactionIds = decided.map(({ transactionId }) => transactionId)
    const failed = await failWaiting(db, { businessId, transactionIds, error, now })
    if (failed.length < decided.length) throw new Error('a transaction left its approval without a decision')
    await settleGas(
      db,
      failed.map(({ id }) => ({ businessId, transactionId: id, chargeMicros: 0n })),
    )
    return failed
  }
  const notify = async (db: Database, failed: readonly TransactionRow[]) => {
    const byId = new Map(failed.map((transaction) => [transaction.id, transaction]))
    const pairs = decided.flatMap((approval) => {
      const transaction = byId.get(approval.transactionId)
      return transaction ? [{ approval, transaction }] : []
    })
    const [first] = pairs
    if (!first || pairs.length < failed.length) throw new Error('nothing was decided')
    const { businessId, projectId } = first.approval
    const ctx = { db, businessId, projectId, requestId, actor, now: () => now }
    for (const entry of entriesOf(pairs)) await appendAudit(ctx, entry)
  }
  return endTransactions(chain, null, change, { afterwards: notify })
}
