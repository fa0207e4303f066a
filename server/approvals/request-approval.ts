import { approvals } from '@/db/schema'
import { actorName } from '@/server/actor-name'
import type { TenantCtx } from '@/server/ctx'
import { requireProject } from '@/server/projects/require-project'
import { approvalTermFrom } from './approval-term'

/**
 * Asks a second person about a transaction that the caller writes in stage `awaiting_approval`, in the same transaction
 * and before this. `reason` is what `enforcePolicy` returned.
 */
export async function requestApproval(
  ctx: TenantCtx,
  { transactionId, reason, requestedBy }: { transactionId: string; reason: string; requestedBy?: string | undefined },
): Promise<void> {
  const { businessId, projectId, actor } = requireProject(ctx)
  const now = ctx.now()
  await ctx.db.insert(approvals).values({
    businessId,
    projectId,
    transactionId,
    reason,
    requestedBy: requestedBy ?? actorName(actor),
    expiresAt: approvalTermFrom(now),
    createdAt: now,
  })
}
