import { and, eq } from 'drizzle-orm'
import { businesses } from '@/db/schema'
import type { BusinessStatus } from '@/schemas/businesses/words'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'

/**
 * Writes a customer's status and returns the previous one. `setBusinessStatus` handles the consequences of a change.
 * Throws not_found.
 */
export async function changeBusinessStatus(
  { db }: OperatorCtx,
  { businessId, status }: { businessId: string; status: BusinessStatus },
): Promise<BusinessStatus> {
  const isIt = and(eq(businesses.id, businessId), eq(businesses.kind, 'customer'))
  const [before] = await db.select({ status: businesses.status }).from(businesses).where(isIt).for('update')
  if (!before) throw notFound('Business')
  await db.update(businesses).set({ status }).where(isIt)
  return before.status
}
