import { comparisonAsked } from '@/inngest/events'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { wake } from '@/server/waking/wake'

/**
 * Compares the providers' lists with the receipts now, instead of tonight. Money without an account becomes an
 * exception.
 */
export async function askComparison(ctx: OperatorCtx): Promise<void> {
  ctx.afterCommit(() => wake(comparisonAsked, {}))
  await appendPlatformAudit(ctx, { action: 'providers.comparison_asked', target: 'providers', detail: {} })
}
