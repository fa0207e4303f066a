import { and, desc, eq } from 'drizzle-orm'
import type { TransactionRow } from '@/db/schema'
import { approvals, businesses, lanes, projects, transactionAttempts, transactions } from '@/db/schema'
import { findSuspension, type BusinessStatus as Status } from '@/schemas/businesses/words'
import type { AttemptView, TimelineView } from '@/schemas/transactions/detail/contract'
import type { TenantCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { actorNames } from '@/server/people/actor-names'
import { listRequests } from './list-requests'
import { toApproval, toAttempt, toTimeline } from './view'

type TimelineCtx = Pick<TenantCtx, 'db' | 'businessId'>

/**
 * The times of a transaction's stages, its signed attempts, the requests and decisions of people, and why it waits, if
 * it does. Throws not_found.
 */
export async function getTimeline(
  ctx: TimelineCtx,
  id: string,
): Promise<{ timeline: TimelineView; attempts: AttemptView[] }> {
  const [found] = await ctx.db
    .select({
      row: transactions,
      blockedReason: lanes.blockedReason,
      approval: approvals,
      status: projects.status,
      businessStatus: businesses.status,
    })
    .from(transactions)
    .innerJoin(businesses, eq(businesses.id, transactions.businessId))
    .leftJoin(projects, eq(projects.id, transactions.projectId))
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
    note: row.status === 'PENDING' ? noteOf(found) : null,
    approval: found.approval ? await approvalIn(ctx, found.approval) : null,
    requests: row.cancelRequestedAt || row.speedUpRequestedAt ? await listRequests(ctx, id) : [],
  }
  return { timeline: toTimeline(row, facts), attempts: attempts.map(toAttempt) }
}

type Found = { row: TransactionRow; blockedReason: string | null; status: Status | null; businessStatus: Status }

/** The reason why a transaction waits that was not signed yet. */
function noteOf({ row, blockedReason, status, businessStatus }: Found): string | null {
  if (row.stage !== 'queued' && row.stage !== 'awaiting_approval') return null
  const suspended = findSuspension({ status: status ?? 'active', businessStatus })
  if (suspended !== null) return `The ${suspended} is suspended: nothing new is signed until an operator resumes it`
  return row.stage === 'queued' ? blockedReason : null
}

async function approvalIn(ctx: TimelineCtx, row: typeof approvals.$inferSelect): Promise<TimelineView['approval']> {
  const nameOf = await actorNames(ctx, [row.decidedBy])
  return toApproval(row, row.decidedBy === null ? null : nameOf(row.decidedBy))
}
