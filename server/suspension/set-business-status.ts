import { minuteJobRequested } from '@/inngest/events'
import type { BusinessStatus } from '@/schemas/businesses/words'
import { restartTerms } from '@/server/approvals/restart-terms'
import { appendAudit } from '@/server/audit/append-audit'
import { changeBusinessStatus } from '@/server/businesses/change-business-status'
import type { OperatorCtx } from '@/server/ctx'
import { wake } from '@/server/waking/wake'

/** Sets the status of a business and all its projects; see `setProjectStatus`. */
export async function setBusinessStatus(
  ctx: OperatorCtx,
  input: { businessId: string; status: BusinessStatus },
): Promise<void> {
  const { businessId, status } = input
  const before = await changeBusinessStatus(ctx, input)
  if (before === 'suspended' && status === 'active') {
    await restartTerms(ctx, { businessId })
    ctx.afterCommit(() => wake(minuteJobRequested, {}))
  }
  await appendAudit({ ...ctx, businessId, projectId: null }, { action: `business.${status}`, target: businessId })
}
