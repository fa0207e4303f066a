import { and, desc, eq } from 'drizzle-orm'
import { approvals, lanes, transactionAttempts, transactions } from '@/db/schema'
import { actorNames } from '@/server/approvals/actor-names'
import type { TenantCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import type { AttemptView, TimelineView } from './contract'
import { listRequests } from './list-requests'
import { toAttempt, toTimeline } from './view'

type TimelineCtx = Pick<TenantCtx, 'db' | 'businessId'>

/**
 * When a transaction passed each stage, every signed attempt of it, what people asked and decided about it, and why it waits if it does.
 * Throws not_found.
 */
export async function getTimeline(
  ctx: TimelineCtx,
  id: string,
): Promise<{ timeline: TimelineView; attempts: AttemptView[] }> {
  const [found] = await ctx.db
    .select({ row: transactions, note: lanes.blockedReason, approval: approvals })
    .from(transactions)
    .leftJoin(lanes, and(eq(lanes.chainId, transactions.chainId), eq(lanes.walletId, transactions.laneWalletId)))
    .leftJoin(
      approvals,
      and(eq(approvals.businessId, transactions.businessId), eq(approvals.transactionId, transactions.id)),
    )
    .where(and(eq(transactions.businessId, ctx.businessId), eq(transactions.id, id)))
  if (!found) throw notFound('Transaction')
  const { row } = found
  const attempts = await ctx.db
    .select()
    .from(transactionAttempts)
    .where(and(eq(transactionAttempts.businessId, ctx.businessId), eq(transactionAttempts.transactionId, id)))
    .orderBy(desc(transactionAttempts.createdAt))
  const facts = {
    note: row.stage === 'queued' && row.status === 'PENDING' ? found.note : null,
    approval: found.approval ? await toApproval(ctx, found.approval) : null,
    requests: row.cancelRequestedAt || row.speedUpRequestedAt ? await listRequests(ctx, id) : [],
  }
  return { timeline: toTimeline(row, facts), attempts: attempts.map(toAttempt) }
}

async function toApproval(
  ctx: TimelineCtx,
  approval: typeof approvals.$inferSelect,
): Promise<TimelineView['approval']> {
  const { status, reason, createdAt, decidedAt, decidedBy } = approval
  const nameOf = await actorNames(ctx, [decidedBy])
  return {
    status,
    reason,
    askedAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    decidedBy: decidedBy === null ? null : nameOf(decidedBy),
  }
}
