import { and, eq, inArray } from 'drizzle-orm'
import { sweepRules, sweepWallets } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { lockRules } from './create-rule'
import { lockedWallets } from './locked-wallets'
import { lockRule } from './own-rule'

/** Deletes a rule; sweeps that it accepted still run. Throws not_found. */
export async function deleteRule(ctx: TenantCtx & { projectId: string }, id: string): Promise<void> {
  await lockRules(ctx)
  await lockRule(ctx, id)
  const now = ctx.now()
  await ctx.db.update(sweepRules).set({ deletedAt: now, updatedAt: now }).where(eq(sweepRules.id, id))
  const locked = lockedWallets(ctx, { ruleId: id, states: ['DUE', 'HELD'] })
  const isLocked = inArray(sweepWallets.walletId, ctx.db.select({ walletId: locked.walletId }).from(locked))
  await ctx.db
    .with(locked)
    .delete(sweepWallets)
    .where(and(eq(sweepWallets.ruleId, id), isLocked))
  await appendAudit(ctx, { action: 'sweep-rule.deleted', target: id })
}
