import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { approvals, type TransactionRow, transactions } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { findChain } from '@/server/chains/registry'
import type { OperatorCtx, WorkerCtx } from '@/server/ctx'
import { endTransactions } from '@/server/engine/end-transactions'
import { CANCELLED_BEFORE_SENDING } from '@/server/engine/evm/fail-queued'
import { openDelegationOf } from '@/server/engine/evm/platform-costs'
import { rejectStopped } from '@/server/handlers/approvals/reject-stopped'
import { lockWithPlatformTransactions } from '@/server/queue/lock-with-platform-transactions'
import { auditedEntries } from '@/server/recovery/audited-stops'
import { isCompared } from '@/server/recovery/is-compared'
import { type AuditRow, STOPPED_BEFORE, type Stop, type StopKind } from '@/server/recovery/stop'

/** Their target is the transaction. One whose cancellation was requested may have been executed all the same. */
const CANCELLED = ['transaction.cancelled', 'transaction.cancel_requested']
const REJECTED = 'transaction.rejected'
const BATCH_REJECTED = 'batch.rejected'

const BATCH = 'batch '

/** The transactions that people cancelled, and batches that they rejected. */
const cancelled = auditedEntries({
  actions: [...CANCELLED, REJECTED, BATCH_REJECTED],
  entriesOf: ({ action, target, detail }) => [{ subject: subjectOf({ action, target, detail }), isStop: true }],
  apply,
})

/**
 * Transactions that a person cancelled or rejected. A restored one ends once its chain was compared, unless the chain
 * has executed it.
 */
export const cancelledTransactions: StopKind = {
  ...cancelled,
  async list(ctx, { audited }) {
    const lines = await linesOf(
      ctx.db,
      audited.flatMap(({ subject }) => (subject.startsWith(BATCH) ? [subject.slice(BATCH.length)] : [])),
    )
    return audited.flatMap((entry) => {
      if (!entry.subject.startsWith(BATCH)) return [entry]
      return (lines.get(entry.subject.slice(BATCH.length)) ?? []).map((subject) => ({ ...entry, subject }))
    })
  },
}

function subjectOf({ action, target, detail }: Pick<AuditRow, 'action' | 'target' | 'detail'>): string {
  if (action === BATCH_REJECTED) return `${BATCH}${target}`
  return action === REJECTED ? String(detail.transactionId) : target
}

async function apply(ctx: OperatorCtx, { subject }: Stop): Promise<void> {
  const [row] = await ctx.db.select().from(transactions).where(isWaiting(subject))
  const chain = row && (await findChain(row.chainId))
  // The rest is compared in the next turn of the recovery.
  if (!row || !chain || !(await isCompared(row.chainId))) return
  await endTransactions(chain, null, (db) => cancel(db, row), {
    afterwards: (db) => audit({ ...ctx, db }, row),
  })
}

/** The rejected lines of batches, by batch. */
async function linesOf(db: WorkerCtx['db'], batchIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const lines = new Map<string, string[]>()
  if (batchIds.length === 0) return lines
  const rows = await db
    .select({ id: transactions.id, batchId: transactions.batchId })
    .from(transactions)
    .innerJoin(approvals, and(eq(approvals.transactionId, transactions.id), eq(approvals.status, 'rejected')))
    .where(inArray(transactions.batchId, [...new Set(batchIds)]))
  for (const { id, batchId } of rows) if (batchId !== null) lines.set(batchId, [...(lines.get(batchId) ?? []), id])
  return lines
}

/** Nothing was signed for it, and no operator has to say whether its chain has it. */
function isWaiting(id: string) {
  const isUnsigned = inArray(transactions.stage, ['queued', 'awaiting_approval'])
  return and(
    eq(transactions.id, id),
    eq(transactions.status, 'PENDING'),
    isUnsigned,
    isNull(transactions.needsOperator),
  )
}

async function cancel(db: Database, { id }: TransactionRow): Promise<TransactionRow[]> {
  await rejectStopped(db, id)
  await lockWithPlatformTransactions(db, [id])
  const isUnserved = sql`not exists (select 1 from transactions o where ${openDelegationOf(sql`transactions.id`)})`
  const ended = {
    status: 'FAILED',
    error: CANCELLED_BEFORE_SENDING,
    finalAt: sql`now()`,
    updatedAt: sql`now()`,
  } as const
  const rows = await db
    .update(transactions)
    .set({ ...ended, cancelRequestedAt: sql`now()` })
    .where(and(isWaiting(id), isUnserved))
    .returning()
  if (rows.length === 0) throw new Error(`transaction ${id} moved on`)
  return rows
}

function audit(ctx: OperatorCtx, { id, businessId, projectId }: TransactionRow): Promise<void> {
  const entry = { action: 'transaction.cancelled', target: id, detail: { reason: STOPPED_BEFORE } } as const
  return appendAudit({ ...ctx, businessId, projectId }, entry)
}
