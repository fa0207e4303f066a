import { and, eq } from 'drizzle-orm'
import { tokens } from '@/db/schema'
import type { TokenView } from '@/schemas/tokens/contract'
import type { IssueTokenInput } from '@/schemas/tokens/issue/contract'
import { inTenantReading, type Tenant } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { requireProject } from '@/server/projects/require-project'
import { tagsOf } from '@/server/text/tags-of'
import { getToken } from '@/server/tokens/list-tokens'
import { ofProject } from '@/server/tokens/require-token'

/**
 * The token that the project issued under the body's reference; null if there is none yet. Throws reference_used
 * where another body issued it.
 */
export async function findTokenUnderReference(tenant: Tenant, body: IssueTokenInput): Promise<TokenView | null> {
  const { reference, referenceFingerprint } = tagsOf(body)
  if (reference === null) return null
  return inTenantReading(tenant, async (reading) => {
    const ctx = requireProject(reading)
    const [found] = await ctx.db
      .select({ id: tokens.id, fingerprint: tokens.referenceFingerprint })
      .from(tokens)
      .where(and(ofProject(ctx), eq(tokens.reference, reference)))
    if (!found) return null
    if (found.fingerprint === referenceFingerprint) return getToken(ctx, found.id)
    const message = `The reference was used for another request: it made ${found.id}`
    throw refusal('reference_used', { param: 'reference', message })
  })
}
