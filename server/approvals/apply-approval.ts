import { approvals, type TransactionRow } from '@/db/schema'
import type { DecisionInput } from '@/schemas/approvals/contract'
import { actorName } from '@/server/actor-name'
import type { ProjectCtx } from '@/server/ctx'
import { queueApproved } from '@/server/engine/leave-approval'
import { ApiError } from '@/server/errors'
import { enforcePolicy } from '@/server/policies/enforce-policy'
import { intentOf } from '@/server/policies/intent-of'
import { isDecidable } from './is-decidable'
import { refuseDecision } from './refuse-decision'
import type { ApprovalRow } from './view'

type Approval = DecisionInput & {
  /** A further check, before the policies take their locks. Throws to refuse. */
  check?: (transaction: TransactionRow) => Promise<void>
}

/**
 * Approves an approval and queues its transaction, after its present policies have judged it again. Throws like
 * `approveTransaction`; the caller undoes what was written.
 */
export async function applyApproval(
  ctx: ProjectCtx,
  { approvalId, note, check }: Approval,
): Promise<{ approval: ApprovalRow; transaction: TransactionRow }> {
  const [approval] = await ctx.db
    .update(approvals)
    .set({ status: 'approved', decidedBy: actorName(ctx.actor), decidedAt: ctx.now(), note: note || null })
    .where(isDecidable(ctx, approvalId))
    .returning()
  if (!approval) return refuseDecision(ctx, approvalId)
  const { businessId, now } = ctx
  const transaction = await queueApproved(ctx.db, { businessId, transactionId: approval.transactionId, now: now() })
  if (!transaction) throw new ApiError('conflict', 'The transaction does not wait for an approval any more')
  await check?.(transaction)
  await enforcePolicy(ctx, intentOf(transaction))
  return { approval, transaction }
}
