import { hash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import type { TransactionView } from '@/schemas/transactions/contract'
import { inTenantReading, type Tenant, type TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { canonicalJson } from '@/server/text/canonical-json'
import type { Metadata } from '@/server/text/tags'
import { getTransaction } from './get-transaction'
import type { Intent, Tags } from './intent'

/** A body that may name what it makes. How its outcome is to be told is no part of what it asks for. */
type Tagged = {
  reference?: string | undefined
  metadata?: Metadata | undefined
  waitForCompletion?: boolean
  webhookUrl?: string | undefined
  webhookSecret?: string | undefined
}

/** What acceptance writes of the names that a body gives. */
export function tagsOf(body: Tagged): Tags {
  const { reference = null, metadata = null } = body
  return { reference, referenceFingerprint: reference === null ? null : fingerprintOfAsked(body), metadata }
}

/** The same for two requests that ask for the same, however they want to hear of it. */
function fingerprintOfAsked({ waitForCompletion, webhookUrl, webhookSecret, ...asked }: Tagged): string {
  return hash('sha256', canonicalJson(asked), 'hex')
}

/**
 * The transaction of this type that the project made under the body's reference; null where there is none yet.
 * Throws reference_used where another body made it.
 */
export async function findUnderReference(
  ctx: Pick<TenantCtx, 'db' | 'businessId' | 'projectId'>,
  type: Intent['type'],
  body: Tagged,
): Promise<string | null> {
  const { reference, referenceFingerprint } = tagsOf(body)
  if (reference === null || ctx.projectId === null) return null
  const [found] = await ctx.db
    .select({ id: transactions.id, fingerprint: transactions.referenceFingerprint })
    .from(transactions)
    .where(
      and(
        eq(transactions.businessId, ctx.businessId),
        eq(transactions.projectId, ctx.projectId),
        eq(transactions.type, type),
        eq(transactions.reference, reference),
      ),
    )
  if (!found) return null
  if (found.fingerprint === referenceFingerprint) return found.id
  throw refusal('reference_used', {
    param: 'reference',
    message: `The reference was used for another request: it made ${found.id}`,
  })
}

/** The same as callers see it, for a call that failed. Throws reference_used. */
export async function readUnderReference(
  tenant: Tenant,
  type: Intent['type'],
  body: Tagged,
): Promise<TransactionView | null> {
  if (body.reference === undefined) return null
  return inTenantReading(tenant, async (ctx) => {
    const id = await findUnderReference(ctx, type, body)
    return id === null ? null : getTransaction(ctx, id)
  })
}
