import { and, eq } from 'drizzle-orm'
import { sweepRules, sweepWallets } from '@/db/schema'
import { sweepRulesDue } from '@/inngest/events'
import type { SweepRuleView, UpdateSweepRuleInput } from '@/schemas/sweeps/contract'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { validationError } from '@/server/errors'
import { changeMetadata } from '@/server/text/tags'
import { wake } from '@/server/waking/wake'
import { lockRules, scheduleColumns } from './create-rule'
import { getRule } from './get-rule'
import { lockedWallets } from './locked-wallets'
import { lockRule } from './own-rule'
import type { PreparedChange } from './prepare-rule'

type Change = { id: string; input: UpdateSweepRuleInput; prepared: PreparedChange }

/**
 * Changes a rule; an open sweep keeps the terms of its acceptance. ACTIVE resumes the rule with all its wallets,
 * including held ones. Throws not_found, invalid (metadata too large).
 */
export async function updateRule(
  ctx: TenantCtx & { projectId: string },
  { id, input, prepared }: Change,
): Promise<SweepRuleView> {
  const { status, schedule, metadata } = input
  await lockRules(ctx)
  const rule = await lockRule(ctx, id)
  const after = metadata === undefined ? rule.metadata : changeMetadata(rule.metadata, metadata)
  if (after === undefined) throw validationError(['metadata: is larger than is kept, with what was there before'])
  const now = ctx.now()
  await ctx.db
    .update(sweepRules)
    .set({
      ...prepared,
      ...(schedule !== undefined && scheduleColumns(schedule, now)),
      ...(status !== undefined && { status, stoppedReason: null }),
      metadata: after,
      // Check wallets again that were below the threshold or were not checked meanwhile.
      ...{ checkAt: now, checkedUpTo: null, updatedAt: now },
    })
    .where(eq(sweepRules.id, id))
  if (status === 'ACTIVE') {
    const locked = lockedWallets(ctx, { ruleId: id, states: ['DUE', 'HELD'] })
    await ctx.db
      .with(locked)
      .update(sweepWallets)
      .set({ state: 'DUE', failures: 0, dueAt: now, updatedAt: now })
      .from(locked)
      .where(and(eq(sweepWallets.ruleId, id), eq(sweepWallets.walletId, locked.walletId)))
  }
  const { metadata: _, ...detail } = input
  await appendAudit(ctx, { action: 'sweep-rule.updated', target: id, detail })
  ctx.afterCommit(() => wake(sweepRulesDue, {}))
  return getRule(ctx, id)
}
