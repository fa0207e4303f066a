import { eq } from 'drizzle-orm'
import { policies } from '@/db/schema'
import { actorName } from '@/server/actor-name'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import type { PolicyRules } from './judge-intent'
import { NO_RULES, type PolicyRow, toRules } from './view'

type Written = Omit<PolicyRules, 'projectId'> & { isActive: boolean }

/**
 * Writes the policy of a project, or of its business without a project, over `before`, whose row is locked. Audited
 * with what changed. Returns false if another first policy was written meanwhile.
 */
export async function writePolicy(
  ctx: AuditCtx,
  { before, rules, reason }: { before: PolicyRow | null; rules: Written; reason?: string },
): Promise<boolean> {
  const { businessId, projectId } = ctx
  const written = {
    ...rules,
    updatedBy: actorName(ctx.actor),
    updatedAt: nextVersion(ctx.now(), before?.updatedAt ?? null),
  }
  // Two first policies at once: the second finds the row there.
  const [after] = before
    ? await ctx.db.update(policies).set(written).where(eq(policies.id, before.id)).returning()
    : await ctx.db
        .insert(policies)
        .values({ businessId, projectId, ...written })
        .onConflictDoNothing()
        .returning()
  if (!after) return false
  const changes = changesBetween(before ? toRules(before) : NO_RULES, toRules(after))
  const detail = { changes, ...(reason !== undefined && { reason }) }
  await appendAudit(ctx, { action: 'policy.saved', target: projectId ?? businessId, detail })
  return true
}

/** A version is the time of its change, so each change gets a later one, regardless of the clock. */
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
