import { eq } from 'drizzle-orm'
import { policies } from '@/db/schema'
import type { PolicyInput } from '@/schemas/policies/contract'
import { actorName } from '@/server/actor-name'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { findPolicy } from './find-policy'
import { NO_RULES, toRules } from './view'

const CHANGED_MEANWHILE = 'Another person changed the policy meanwhile. Reload it and make your changes again.'

/**
 * Saves the rules of the project, or without one those of its business. They apply to every transaction accepted or
 * approved from then on. The audit log keeps what each was before and after. Throws conflict when the policy is not the
 * `version` the changes were made to.
 */
export async function savePolicy(ctx: TenantCtx, input: PolicyInput): Promise<void> {
  const before = await findPolicy(ctx, { lock: true })
  if ((before?.updatedAt.toISOString() ?? null) !== input.version) throw new ApiError('conflict', CHANGED_MEANWHILE)
  const rules = {
    isActive: input.isActive,
    perTransactionMicros: input.perTransactionUsd,
    dailyMicros: input.dailyUsd,
    approvalAboveMicros: input.approvalAboveUsd,
    allowedRecipients: input.recipients,
    allowedMethods: input.methods,
    updatedBy: actorName(ctx.actor),
    updatedAt: nextVersion(ctx.now(), before?.updatedAt ?? null),
  }
  const { businessId, projectId } = ctx
  // Two first policies at once: the second finds the row there.
  const [after] = before
    ? await ctx.db.update(policies).set(rules).where(eq(policies.id, before.id)).returning()
    : await ctx.db
        .insert(policies)
        .values({ businessId, projectId, ...rules })
        .onConflictDoNothing()
        .returning()
  if (!after) throw new ApiError('conflict', CHANGED_MEANWHILE)
  const changes = changesBetween(before ? toRules(before) : NO_RULES, toRules(after))
  await appendAudit(ctx, { action: 'policy.saved', target: projectId ?? businessId, detail: { changes } })
}

/** A version is the time of its change, so each change gets a later one, whatever the clock says. */
function nextVersion(now: Date, last: Date | null): Date {
  return last !== null && last >= now ? new Date(last.getTime() + 1) : now
}

type Rules = ReturnType<typeof toRules>

function changesBetween(before: Rules, after: Rules): Record<string, { from: unknown; to: unknown }> {
  const earlier = new Map<string, unknown>(Object.entries(before))
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(earlier.get(name)),
  )
  return Object.fromEntries(changed.map(([name, value]) => [name, { from: earlier.get(name), to: value }]))
}
