import { and, eq } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import type { TransactionView } from '@/schemas/transactions/contract'
import { inTenantReading, type Tenant, type TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { type Tagged, tagsOf } from '@/server/text/tags-of'
import { getTransaction } from './get-transaction'
import type { Intent } from './intent'

/**
 * The transaction of this type that the project made under the body's reference; null if there is none yet.
 * Throws reference_used if another body made it.
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

/** The transaction under a reference as callers see it, for a call that failed. Throws reference_used. */
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
