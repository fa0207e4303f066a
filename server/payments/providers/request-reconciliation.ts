import { reconciliationRequested } from '@/inngest/events'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { wake } from '@/server/waking/wake'

/**
 * Starts the daily comparison of providers' lists with our receipts now. Money without an account becomes an exception.
 */
export async function requestReconciliation(ctx: OperatorCtx): Promise<void> {
  ctx.afterCommit(() => wake(reconciliationRequested, {}))
  await appendPlatformAudit(ctx, { action: 'providers.comparison_asked', target: 'providers', detail: {} })
}
