import { and, eq } from 'drizzle-orm'
import { approvals } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { actorName } from '@/server/ledger/actor-name'
import { actorNames } from './actor-names'

type ProjectCtx = Pick<TenantCtx, 'db' | 'businessId' | 'actor' | 'now'> & { projectId: string }

/** Says why an approval cannot be decided (any more): who was faster, or that it is one's own, too old or unknown. Always throws. */
export async function refuseDecision(ctx: ProjectCtx, approvalId: string): Promise<never> {
  const [approval] = await ctx.db
    .select()
    .from(approvals)
    .where(
      and(
        eq(approvals.businessId, ctx.businessId),
        eq(approvals.projectId, ctx.projectId),
        eq(approvals.id, approvalId),
      ),
    )
  if (!approval) throw notFound('Approval')
  const { status, decidedBy, requestedBy } = approval
  if (status === 'expired') throw new ApiError('conflict', 'Nobody decided in time: the transaction has failed')
  if (status !== 'pending') {
    const nameOf = await actorNames(ctx, [decidedBy])
    throw new ApiError('conflict', `Already ${status} by ${decidedBy === null ? 'somebody else' : nameOf(decidedBy)}`)
  }
  if (requestedBy === actorName(ctx.actor)) {
    throw new ApiError('forbidden', 'You asked for this transaction: somebody else has to decide')
  }
  throw new ApiError('conflict', 'The time to decide is over: the transaction is about to fail')
}
