import { and, eq, ne } from 'drizzle-orm'
import { sweepRules, sweepWallets } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { lockRules } from './create-rule'
import { lockRule } from './own-rule'

/** Ends a rule for good; sweeps that it accepted still run. Throws not_found. */
export async function deleteRule(ctx: TenantCtx & { projectId: string }, id: string): Promise<void> {
  await lockRules(ctx)
  await lockRule(ctx, id)
  const now = ctx.now()
  await ctx.db.update(sweepRules).set({ deletedAt: now, updatedAt: now }).where(eq(sweepRules.id, id))
  await ctx.db.delete(sweepWallets).where(and(eq(sweepWallets.ruleId, id), ne(sweepWallets.state, 'OPEN')))
  await appendAudit(ctx, { action: 'sweep-rule.deleted', target: id })
}
