import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { subscriptions } from '@/db/schema'
import { publishSubscriptionEvents } from './publish-subscription-events'
import { statesBefore } from './transitions'

const KINDS = {
  PAST_DUE: 'subscription.past_due',
  CANCELED: 'subscription.canceled',
  EXPIRED: 'subscription.expired',
} as const

type Move = { id: string; to: keyof typeof KINDS }

/**
 * Advances a subscription whose paid period or grace period has ended. Returns the number of messages in the outbox; 0
 * if it was advanced already.
 */
export async function advanceSubscription(db: Database, { id, to }: Move, now: Date): Promise<number> {
  const moved = await db
    .update(subscriptions)
    .set({ status: to, updatedAt: now, ...(to === 'PAST_DUE' ? { pastDueAt: now } : {}) })
    .where(and(eq(subscriptions.id, id), inArray(subscriptions.status, statesBefore(to))))
    .returning({ id: subscriptions.id })
  return moved.length === 0 ? 0 : publishSubscriptionEvents(db, [{ id, kind: KINDS[to] }], now)
}
