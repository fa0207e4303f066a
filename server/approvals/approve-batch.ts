import { asc, eq, inArray, sql } from 'drizzle-orm'
import { approvals, type TransactionRow, transactions } from '@/db/schema'
import { chainDue } from '@/inngest/events'
import type { BatchDecision, BatchDecisionInput } from '@/schemas/approvals/batch-contract'
import { blockedText } from '@/schemas/screening/words'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { ApiError, refusal } from '@/server/errors'
import { findBlockedRows } from '@/server/screening/find-blocked'
import { wake } from '@/server/waking/wake'
import { applyApproval } from './apply-approval'
import { batchDetail } from './batch-detail'
import { lockWalletBindings } from './lock-wallet-bindings'
import { requireSeenBatch } from './require-seen-batch'
import { lockWaitingLines } from './waiting-lines'

type Line = { approvalId: string; requestedBy: string; transaction: TransactionRow }

/**
 * Approves every waiting line of a batch as the person saw it, in the caller's transaction, each by the rules of a
 * single approval and after the lines before it. A line that is refused keeps waiting. Throws as `requireSeenBatch`.
 */
export async function approveBatch(ctx: ProjectCtx, input: BatchDecisionInput): Promise<BatchDecision> {
  const { batchId, note } = input
  const ids = await lockWaitingLines(ctx.db, { ...ctx, batchId })
  await requireSeenBatch(ctx, input)
  const lines = await loadLines(ctx, ids)
  const rows = lines.map(({ transaction }) => transaction)
  const requireReachable = await lockWalletBindings(ctx, rows)
  const blocked = await findBlockedRows(ctx, rows)
  const approved: TransactionRow[] = []
  const refused: BatchDecision['refused'] = []
  for (const { approvalId, transaction } of lines) {
    const error = await attempt(ctx, async () => {
      requireReachable(transaction)
      const address = blocked.get(transaction.id)
      if (address !== undefined) throw refusal('address_blocked', { message: blockedText(address) })
      await applyApproval(ctx, { approvalId, note })
    })
    if (error === null) approved.push(transaction)
    else refused.push(toRefused(transaction, error))
  }
  const [first] = lines
  if (!first || approved.length === 0) return { decided: 0, refused }
  const { requestedBy } = first
  const detail = batchDetail({ rows: approved, refused: refused.length, requestedBy, note })
  await appendAudit(ctx, { action: 'batch.approved', target: batchId, detail })
  for (const chainId of new Set(approved.map((row) => row.chainId))) ctx.afterCommit(() => wake(chainDue, { chainId }))
  return { decided: approved.length, refused }
}

function loadLines({ db }: ProjectCtx, ids: string[]): Promise<Line[]> {
  return db
    .select({ approvalId: approvals.id, requestedBy: approvals.requestedBy, transaction: transactions })
    .from(approvals)
    .innerJoin(transactions, eq(transactions.id, approvals.transactionId))
    .where(inArray(approvals.id, ids))
    .orderBy(asc(approvals.id))
}

/** Undoes what a refused line wrote, and returns its refusal; null if it passed. Another error ends the whole. */
async function attempt({ db }: ProjectCtx, work: () => Promise<void>): Promise<ApiError | null> {
  await db.execute(sql`savepoint line`)
  try {
    await work()
    await db.execute(sql`release savepoint line`)
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await db.execute(sql`rollback to savepoint line`)
    await db.execute(sql`release savepoint line`)
    return error
  }
}

export function toRefused({ id, reference }: TransactionRow, error: ApiError): BatchDecision['refused'][number] {
  return { transactionId: id, reference, code: error.reason ?? null, message: error.message }
}
