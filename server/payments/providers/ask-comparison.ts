import { comparisonAsked } from '@/inngest/events'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { wake } from '@/server/waking/wake'

/**
 * Has what providers list compared with what was received now, in place of tonight. What nobody's account took becomes
 * an exception.
 */
export async function askComparison(ctx: OperatorCtx): Promise<void> {
  ctx.afterCommit(() => wake(comparisonAsked, {}))
  await appendPlatformAudit(ctx, { action: 'providers.comparison_asked', target: 'providers', detail: {} })
}
