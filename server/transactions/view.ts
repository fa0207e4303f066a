import { sql } from 'drizzle-orm'
import type { approvals, auditLog, TransactionRow, transactionAttempts } from '@/db/schema'
import type { TransactionView } from '@/schemas/transactions/contract'
import type { AttemptView, TimelineView } from '@/schemas/transactions/detail/contract'
import { findChain } from '@/server/chains/registry'
import { toTransaction, type ViewRow } from '@/server/engine/to-transaction'

/**
 * Columns of the public view that are in other tables, read in the same statement. Table names are written out because
 * drizzle drops them.
 */
export const VIEW_FACTS = {
  attempts: sql<number>`(select count(*)::int from transaction_attempts a where a.transaction_id = transactions.id)`,
  headBlock: sql<
    string | null
  >`(select c.block_number::text from chain_cursors c where c.chain_id = transactions.chain_id and c.consumer = 'engine')`,
}

type Found = { row: ViewRow; attempts: number; headBlock: string | null }

/**
 * The public view of a transaction. The engine also publishes it, so its fields are in
 * `server/engine/to-transaction.ts`. Without links if the chain is disabled.
 */
export async function viewOf({ row, attempts, headBlock }: Found): Promise<TransactionView> {
  const chain = (await findChain(row.chainId)) ?? { explorerUrl: '' }
  return toTransaction(row, { chain, attempts, headBlock: headBlock === null ? null : BigInt(headBlock) })
}

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
