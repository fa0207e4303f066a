import { and, eq } from 'drizzle-orm'
import { apiKeys } from '@/db/schema'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { notFound } from '@/server/errors'

type Renamed = { keyId: string; name: string }

/**
 * Names the pair that this key belongs to, on both of its keys. An equal name changes nothing. Throws not_found.
 */
export async function renameKeyPair(ctx: AuditCtx & { projectId: string }, { keyId, name }: Renamed): Promise<void> {
  const { db, businessId, projectId } = ctx
  const isOfProject = and(eq(apiKeys.businessId, businessId), eq(apiKeys.projectId, projectId))
  const [key] = await db
    .select({ name: apiKeys.name, lastFour: apiKeys.lastFour, pairId: apiKeys.pairId })
    .from(apiKeys)
    .where(and(isOfProject, eq(apiKeys.id, keyId)))
    .for('no key update')
  if (!key) throw notFound('API key')
  if (key.name === name) return
  await db
    .update(apiKeys)
    .set({ name })
    .where(and(isOfProject, eq(apiKeys.pairId, key.pairId)))
  const detail = { lastFour: key.lastFour, from: key.name, to: name }
  await appendAudit(ctx, { action: 'key.renamed', target: keyId, detail })
}
