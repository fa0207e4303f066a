import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { apiKeys } from '@/db/schema'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { MS_PER_HOUR } from '@/server/durations'
import type { KeyPairView } from './contract'
import { createApiKey } from './create-api-key'

/**
 * Issues a new live and test key for the project and lets the present ones run out after the overlap. A key that is already running
 * out keeps its earlier end.
 */
export async function rotateKeyPair(
  ctx: AuditCtx & { projectId: string },
  { overlapHours }: { overlapHours: number },
): Promise<KeyPairView> {
  const expiresAt = new Date(ctx.now().getTime() + overlapHours * MS_PER_HOUR)
  // Two rotations at once would otherwise leave three pairs alive.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`keys ${ctx.projectId}`}, 0))`)
  await ctx.db
    .update(apiKeys)
    .set({ expiresAt })
    .where(
      and(
        eq(apiKeys.businessId, ctx.businessId),
        eq(apiKeys.projectId, ctx.projectId),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, expiresAt)),
      ),
    )
  const live = await createApiKey(ctx, { environment: 'live' })
  const test = await createApiKey(ctx, { environment: 'test' })
  await appendAudit(ctx, { action: 'key.rotated', target: ctx.projectId, detail: { overlapHours } })
  return { live, test }
}
