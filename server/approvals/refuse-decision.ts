import { approvals } from '@/db/schema'
import { SELF_APPROVAL_TEXTS } from '@/schemas/approvals/words'
import type { TenantCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { actorNames } from '@/server/people/actor-names'
import { isApproval } from './is-approval'
import { selfApprovalReasonOf } from './self-approval-reason-of'

type ProjectCtx = Pick<TenantCtx, 'db' | 'businessId' | 'actor' | 'now'> & { projectId: string }

/**
 * Throws the reason why an approval cannot be decided: another person decided first, it is the caller's own request, it
 * expired, or it is unknown.
 */
export async function refuseDecision(ctx: ProjectCtx, approvalId: string): Promise<never> {
  const [found] = await ctx.db
    .select({ approval: approvals, bar: selfApprovalReasonOf(ctx.actor) })
    .from(approvals)
    .where(isApproval(ctx, approvalId))
  if (!found) throw notFound('Approval')
  const { status, decidedBy } = found.approval
  if (status === 'expired') throw new ApiError('conflict', 'It was not decided in time: the transaction has failed')
  if (status !== 'pending') {
    const nameOf = await actorNames(ctx, [decidedBy])
    throw new ApiError('conflict', `Already ${status} by ${decidedBy === null ? 'another person' : nameOf(decidedBy)}`)
  }
  if (found.bar !== null) throw new ApiError('forbidden', SELF_APPROVAL_TEXTS[found.bar])
  throw new ApiError('conflict', 'The time to decide is over: the transaction is about to fail')
}
