import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { subscriptions } from '@/db/schema'
import { type SubscriptionStatus, statesBefore } from './transitions'

type Move = {
  businessId: string
  /** Which of the business's; those that may not move there stay. */
  where: SQL | undefined
  to: SubscriptionStatus
  endDate?: Date
}

/**
 * Moves subscriptions to another state, as far as the table of moves allows it from where each is. Returns the ids of
 * those that moved.
 */
export async function moveSubscriptions(db: Database, { businessId, where, to, endDate }: Move): Promise<string[]> {
  const rows = await db
    .update(subscriptions)
    .set({ status: to, endDate })
    .where(and(eq(subscriptions.businessId, businessId), inArray(subscriptions.status, statesBefore(to)), where))
    .returning({ id: subscriptions.id })
  return rows.map(({ id }) => id)
}
