import type { approvals, auditLog, TransactionRow, transactionAttempts } from '@/db/schema'
import type { AttemptView, TimelineView } from '@/schemas/transactions/detail/contract'

export function toAttempt(row: typeof transactionAttempts.$inferSelect): AttemptView {
  return {
    id: row.id,
    nonce: row.nonce,
    txHash: row.txHash,
    reason: row.reason,
    outcome: row.outcome,
    outcomeDetail: row.outcomeDetail,
    answers: row.answers.map(({ endpoint, outcome, detail }) => ({ endpoint, outcome, detail })),
    sends: row.sends,
    gasLimit: row.gasLimit.toString(),
    maxFeePerGas: row.maxFeePerGas.toString(),
    maxPriorityFeePerGas: row.maxPriorityFeePerGas.toString(),
    createdAt: row.createdAt.toISOString(),
    lastSentAt: row.lastSentAt?.toISOString() ?? null,
  }
}

/** The facts of a timeline that are not in the row. */
type TimelineFacts = Pick<TimelineView, 'note' | 'approval' | 'requests'>

export function toTimeline(row: TransactionRow, facts: TimelineFacts): TimelineView {
  return {
    acceptedAt: row.createdAt.toISOString(),
    signedAt: row.signedAt?.toISOString() ?? null,
    broadcastAt: row.broadcastAt?.toISOString() ?? null,
    minedAt: row.minedAt?.toISOString() ?? null,
    finalAt: row.finalAt?.toISOString() ?? null,
    idempotencyKey: row.idempotencyKey,
    requestId: row.requestId,
    blockNumber: row.blockNumber?.toString() ?? null,
    webhookUrl: row.webhookUrl,
    needsOperator: row.needsOperator,
    ...facts,
  }
}

/** `decidedBy`: the display name of the person who decided. */
export function toApproval(
  row: typeof approvals.$inferSelect,
  decidedBy: string | null,
): NonNullable<TimelineView['approval']> {
  return {
    status: row.status,
    reason: row.reason,
    askedAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy,
  }
}

/** A request to the engine, from the audit log. */
export function toRequest(row: typeof auditLog.$inferSelect, by: string): TimelineView['requests'][number] {
  return {
    kind: row.action === 'transaction.speed_up_requested' ? 'speed_up' : 'cancel',
    by,
    reason: typeof row.detail.reason === 'string' ? row.detail.reason : '',
    at: row.createdAt.toISOString(),
  }
}
