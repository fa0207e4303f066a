import { and, eq, isNull } from 'drizzle-orm'
import { apiKeys } from '@/db/schema'
import type { ApiKeyView } from '@/schemas/keys/contract'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { notFound } from '@/server/errors'
import { toApiKeyView } from './view'

/** Revokes a key permanently; its tokens stop working within ten seconds. A second revocation throws not_found. */
export async function revokeApiKey(
  ctx: AuditCtx & { projectId: string },
  { keyId }: { keyId: string },
): Promise<ApiKeyView> {
  const [row] = await ctx.db
    .update(apiKeys)
    .set({ revokedAt: ctx.now() })
    .where(
      and(
        eq(apiKeys.businessId, ctx.businessId),
        eq(apiKeys.projectId, ctx.projectId),
        eq(apiKeys.id, keyId),
        isNull(apiKeys.revokedAt),
      ),
    )
    .returning()
  if (!row) throw notFound('API key')
  await appendAudit(ctx, { action: 'key.revoked', target: row.id, detail: { lastFour: row.lastFour } })
  return toApiKeyView(row, ctx.now())
}
