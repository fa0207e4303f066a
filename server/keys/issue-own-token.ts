import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { apiKeys } from '@/db/schema'
import type { OwnToken } from '@/schemas/keys/contract'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { ApiError } from '@/server/errors'
import { signAccessToken } from './access-token'
import type { KeyEnvironment } from './api-key'
import { OWN_TOKEN_ACTION } from './own-token-action'
import { type SigningKey, TOKEN_LIFETIME_SECONDS } from './signing-keys'

type ProjectCtx = AuditCtx & { projectId: string }

/**
 * Issues an access token of the project's newest key to an owner in the portal; no key is created or shown. The audit
 * log records the owner, who therefore cannot approve requests made with the token.
 */
export async function issueOwnToken(
  ctx: ProjectCtx,
  { environment, signingKey }: { environment: KeyEnvironment; signingKey: SigningKey },
): Promise<OwnToken> {
  const { businessId, projectId } = ctx
  const [key] = await ctx.db
    .select()
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.businessId, businessId),
        eq(apiKeys.projectId, projectId),
        eq(apiKeys.environment, environment),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, ctx.now())),
      ),
    )
    .orderBy(desc(apiKeys.id))
    .limit(1)
  if (!key)
    throw new ApiError('conflict', `This project has no working ${environment} key: the operator issues the first pair`)
  const token = await signAccessToken({ businessId, projectId, keyId: key.id, environment }, signingKey)
  await appendAudit(ctx, { action: OWN_TOKEN_ACTION, target: key.id, detail: { environment, lastFour: key.lastFour } })
  return { token, expiresIn: TOKEN_LIFETIME_SECONDS, environment, prefix: key.prefix, lastFour: key.lastFour }
}
