import { and, eq } from 'drizzle-orm'
import { approvals, transactions } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { actorName } from '@/server/ledger/actor-name'
import { enforcePolicy } from '@/server/policies/enforce-policy'
import { intentOf } from '@/server/policies/intent-of'
import { wakeChain } from '@/server/wake'
import type { DecisionInput } from './contract'
import { decisionDetail } from './decision-detail'
import { isDecidable } from './is-decidable'
import { refuseDecision } from './refuse-decision'

/**
 * Lets a transaction go that waited for a second person. The policy of now judges it again, all but the threshold: rules may be
 * stricter than when it was asked for, and the 24 hours are others. Throws not_found, forbidden (one's own), conflict (decided
 * already, too late), failed (the policy refuses it now; the approval stays open).
 */
export async function approveTransaction(
  ctx: TenantCtx & { projectId: string },
  { approvalId, note }: DecisionInput,
): Promise<void> {
  const [approval] = await ctx.db
    .update(approvals)
    .set({ status: 'approved', decidedBy: actorName(ctx.actor), decidedAt: ctx.now(), note: note || null })
    .where(isDecidable(ctx, approvalId))
    .returning()
  if (!approval) return refuseDecision(ctx, approvalId)
  const [transaction] = await ctx.db
    .update(transactions)
    .set({ stage: 'queued', updatedAt: ctx.now() })
    .where(
      and(
        eq(transactions.businessId, ctx.businessId),
        eq(transactions.id, approval.transactionId),
        eq(transactions.status, 'PENDING'),
        eq(transactions.stage, 'awaiting_approval'),
      ),
    )
    .returning()
  if (!transaction) throw new ApiError('conflict', 'The transaction does not wait for an approval any more')
  await enforcePolicy(ctx, intentOf(transaction))
  await appendAudit(ctx, {
    action: 'transaction.approved',
    target: approval.id,
    detail: decisionDetail(approval, transaction),
  })
  ctx.afterCommit(() => wakeChain(transaction.chainId))
}
