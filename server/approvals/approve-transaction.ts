import { and, eq } from 'drizzle-orm'
import { approvals, type TransactionRow, wallets } from '@/db/schema'
import { chainDue } from '@/inngest/events'
import type { DecisionInput } from '@/schemas/approvals/contract'
import { actorName } from '@/server/actor-name'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx, TenantCtx } from '@/server/ctx'
import { queueApproved } from '@/server/engine/leave-approval'
import { ApiError } from '@/server/errors'
import { enforcePolicy } from '@/server/policies/enforce-policy'
import { intentOf } from '@/server/policies/intent-of'
import { requireUnblockedRow } from '@/server/screening/find-blocked'
import { wake } from '@/server/waking/wake'
import { isWithinReach } from '@/server/wallets/binding'
import { decisionDetail } from './decision-detail'
import { isDecidable } from './is-decidable'
import { refuseDecision } from './refuse-decision'

/**
 * Lets a transaction go that waited for a second person. The policy of now judges it again, all but the threshold:
 * rules may be stricter than when it was asked for, and the 24 hours are others. Throws not_found, forbidden (about
 * oneself), and conflict (decided already, too late, its wallet bound to another project since). Throws failed, and
 * leaves the approval open, if the policy refuses it now or an address is blocked.
 */
export async function approveTransaction(ctx: ProjectCtx, { approvalId, note }: DecisionInput): Promise<void> {
  const [approval] = await ctx.db
    .update(approvals)
    .set({ status: 'approved', decidedBy: actorName(ctx.actor), decidedAt: ctx.now(), note: note || null })
    .where(isDecidable(ctx, approvalId))
    .returning()
  if (!approval) return refuseDecision(ctx, approvalId)
  const { businessId, now } = ctx
  const transaction = await queueApproved(ctx.db, { businessId, transactionId: approval.transactionId, now: now() })
  if (!transaction) throw new ApiError('conflict', 'The transaction does not wait for an approval any more')
  await requireReachableWallet(ctx, transaction)
  await requireUnblockedRow(ctx, transaction)
  await enforcePolicy(ctx, intentOf(transaction))
  await appendAudit(ctx, {
    action: 'transaction.approved',
    target: approval.id,
    detail: decisionDetail(approval, transaction),
  })
  ctx.afterCommit(() => wake(chainDue, { chainId: transaction.chainId }))
}

/** Locked, so that who binds it at this moment comes before or after. */
async function requireReachableWallet({ db, businessId }: TenantCtx, transaction: TransactionRow): Promise<void> {
  const [wallet] = await db
    .select({ boundProjectId: wallets.boundProjectId })
    .from(wallets)
    .where(and(eq(wallets.businessId, businessId), eq(wallets.id, transaction.walletId)))
    .for('share')
  if (wallet && isWithinReach(transaction, wallet)) return
  throw new ApiError('conflict', 'Its wallet is bound to another project by now: reject it, or unbind the wallet')
}
