import { and, eq } from 'drizzle-orm'
import { payments, subscriptions } from '@/db/schema'
import type { SubscribeBody } from '@/schemas/payments/contract'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { clientTagsOf } from '@/server/text/tags-of'

type Owner = Pick<TenantCtx, 'db' | 'businessId' | 'projectId'>

/** The result of an earlier request: its payment, or null if it began a free plan. */
type EarlierRequest = { paymentId: string | null }

/**
 * The result of the project's earlier request with this body and its reference; null if the reference is new or
 * absent. Throws reference_used if another body used it.
 */
export async function findUnderReference(ctx: Owner, body: SubscribeBody): Promise<EarlierRequest | null> {
  const { clientReference, referenceFingerprint } = clientTagsOf(body)
  if (clientReference === null || ctx.projectId === null) return null
  const payment = await findTagged(ctx, payments, clientReference)
  // A subscription that waits for a payment has the reference of the payment.
  const found = payment ?? (await findTagged(ctx, subscriptions, clientReference))
  if (!found) return null
  if (found.fingerprint === referenceFingerprint) return { paymentId: payment?.id ?? null }
  throw refusal('reference_used', {
    param: 'clientReference',
    message: `The reference was used for another request: it made ${found.id}`,
  })
}

async function findTagged(
  { db, businessId, projectId }: Owner,
  table: typeof payments | typeof subscriptions,
  clientReference: string,
): Promise<{ id: string; fingerprint: string | null } | undefined> {
  const [found] = await db
    .select({ id: table.id, fingerprint: table.referenceFingerprint })
    .from(table)
    .where(
      and(
        eq(table.businessId, businessId),
        eq(table.projectId, projectId ?? ''),
        eq(table.clientReference, clientReference),
      ),
    )
  return found
}
