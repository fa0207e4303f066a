import { randomBytes } from 'node:crypto'
import { apiKeys } from '@/db/schema'
import type { NewApiKeyView } from '@/schemas/keys/contract'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { formatApiKey, hashApiKey, type KeyEnvironment, PEPPER_VERSION, visibleParts } from './api-key'
import { toApiKeyView } from './view'

type KeyCtx = AuditCtx & { projectId: string }

type NewKey = {
  environment: KeyEnvironment
  name?: string
  /** The pair of the key; without it the key is alone. */
  pairId?: string
}

/** Creates a key for the project in `ctx`. The key itself is only in the result. */
export async function createApiKey(ctx: KeyCtx, { environment, name = '', pairId }: NewKey): Promise<NewApiKeyView> {
  const key = formatApiKey(environment, randomBytes(32))
  const [row] = await ctx.db
    .insert(apiKeys)
    .values({
      businessId: ctx.businessId,
      projectId: ctx.projectId,
      pairId,
      name,
      environment,
      secretHash: await hashApiKey(key),
      pepperVersion: PEPPER_VERSION,
      ...visibleParts(key),
      createdBy: ctx.actor.id,
    })
    .returning()
  if (!row) throw new Error('the key was not written')
  await appendAudit(ctx, {
    action: 'key.created',
    target: row.id,
    detail: { ...(name && { name }), environment, prefix: row.prefix, lastFour: row.lastFour },
  })
  return { ...toApiKeyView(row, ctx.now()), key }
}
