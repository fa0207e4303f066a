import { approvals } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { MS_PER_HOUR } from '@/server/durations'
import { actorName } from '@/server/ledger/actor-name'
import { requireProject } from '@/server/projects/require-project'

/** Nobody decided for so long: then the transaction fails. */
const OPEN_HOURS = 72

/**
 * Asks a second person about a transaction that the caller writes in stage `awaiting_approval`, in the same transaction and before this.
 * `reason` is what `enforcePolicy` returned.
 */
export async function requestApproval(
  ctx: TenantCtx,
  { transactionId, reason }: { transactionId: string; reason: string },
): Promise<void> {
  const { businessId, projectId, actor } = requireProject(ctx)
  const now = ctx.now()
  await ctx.db.insert(approvals).values({
    businessId,
    projectId,
    transactionId,
    reason,
    requestedBy: actorName(actor),
    expiresAt: new Date(now.getTime() + OPEN_HOURS * MS_PER_HOUR),
    createdAt: now,
  })
}
