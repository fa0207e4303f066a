import { and, eq } from 'drizzle-orm'
import { businesses } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'

/**
 * The id of a customer. Throws not_found for none and for the platform's own business, which has no members and no
 * projects.
 */
export async function requireCustomer({ db }: OperatorCtx, businessId: string | undefined): Promise<string> {
  if (!businessId) throw notFound('Business')
  const [business] = await db
    .select({ id: businesses.id })
    .from(businesses)
    .where(and(eq(businesses.id, businessId), eq(businesses.kind, 'customer')))
  if (!business) throw notFound('Business')
  return business.id
}
