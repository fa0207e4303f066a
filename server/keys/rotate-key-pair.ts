import { and, desc, eq, gt, isNull, notInArray, or, sql } from 'drizzle-orm'
import { apiKeys } from '@/db/schema'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { MS_PER_HOUR } from '@/server/durations'
import type { KeyPairView } from './contract'
import { createApiKey } from './create-api-key'

type ProjectCtx = AuditCtx & { projectId: string }

/**
 * Issues a new live and test key for the project and lets the present ones run out after the overlap. A key that is already running
 * out keeps its earlier end, unless it would be the third that lives: two overlap at most, the oldest ends at once.
 */
export async function rotateKeyPair(ctx: ProjectCtx, { overlapHours }: { overlapHours: number }): Promise<KeyPairView> {
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + overlapHours * MS_PER_HOUR)
  // Two rotations at once would otherwise leave three pairs alive.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`keys ${ctx.projectId}`}, 0))`)
  await ctx.db
    .update(apiKeys)
    .set({ expiresAt: now })
    .where(and(isAliveAfter(ctx, now), notInArray(apiKeys.id, newestOfEach(ctx, now))))
  await ctx.db.update(apiKeys).set({ expiresAt }).where(isAliveAfter(ctx, expiresAt))
  const live = await createApiKey(ctx, { environment: 'live' })
  const test = await createApiKey(ctx, { environment: 'test' })
  await appendAudit(ctx, { action: 'key.rotated', target: ctx.projectId, detail: { overlapHours } })
  return { live, test }
}

/** The newest living key of each environment. By id: a creation time is its transaction's start, which may come before the lock. */
function newestOfEach(ctx: ProjectCtx, now: Date) {
  return ctx.db
    .selectDistinctOn([apiKeys.environment], { id: apiKeys.id })
    .from(apiKeys)
    .where(isAliveAfter(ctx, now))
    .orderBy(apiKeys.environment, desc(apiKeys.id))
}

function isAliveAfter({ businessId, projectId }: ProjectCtx, moment: Date) {
  return and(
    eq(apiKeys.businessId, businessId),
    eq(apiKeys.projectId, projectId),
    isNull(apiKeys.revokedAt),
    or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, moment)),
  )
}
