import { minuteJobRequested } from '@/inngest/events'
import { restartTerms } from '@/server/approvals/restart-terms'
import { appendAudit } from '@/server/audit/append-audit'
import type { OperatorCtx } from '@/server/ctx'
import { changeProjectStatus } from '@/server/projects/change-project-status'
import { wake } from '@/server/waking/wake'

/**
 * Suspends a project: its keys and tokens are refused within seconds, and nothing new is signed for it. Or resumes it:
 * pending transactions continue, and the deadlines of open approvals restart.
 */
export async function setProjectStatus(
  ctx: OperatorCtx,
  input: { businessId: string; projectId: string; status: 'active' | 'suspended' },
): Promise<void> {
  const { businessId, projectId, status } = input
  const before = await changeProjectStatus(ctx, input)
  if (before === 'suspended' && status === 'active') {
    await restartTerms(ctx, { businessId, projectId })
    ctx.afterCommit(() => wake(minuteJobRequested, {}))
  }
  await appendAudit({ ...ctx, businessId, projectId }, { action: `project.${status}`, target: projectId })
}
