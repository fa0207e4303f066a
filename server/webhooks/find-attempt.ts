import { and, eq } from 'drizzle-orm'
import { webhookAttempts } from '@/db/schema'
import type { DeliveryAttemptView } from '@/schemas/webhooks/contract'
import type { TenantCtx } from '@/server/ctx'
import { toDeliveryAttempt } from './view'

/** One attempt to deliver; null if it is no longer stored. */
export async function findAttempt(
  { db, businessId }: Pick<TenantCtx, 'db' | 'businessId'>,
  attemptId: string,
): Promise<DeliveryAttemptView | null> {
  const [row] = await db
    .select()
    .from(webhookAttempts)
    .where(and(eq(webhookAttempts.businessId, businessId), eq(webhookAttempts.id, attemptId)))
  return row ? toDeliveryAttempt(row) : null
}
