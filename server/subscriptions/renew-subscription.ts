import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { subscriptions } from '@/db/schema'
import { publishSubscriptionEvents } from './publish-subscription-events'
import type { PaidPeriod, Running } from './running'
import { renewedColumns } from './to-running'
import { RUNNING_STATES } from './transitions'

type Renewal = { running: Running; period: PaidPeriod & { anchorDay: number }; paymentRef: string }

/**
 * Adds a paid period to an active subscription that the caller has locked. Returns the number of messages written to
 * the outbox.
 */
export async function renewSubscription(
  db: Database,
  { running, period, paymentRef }: Renewal,
  now: Date,
): Promise<number> {
  const { subscriptionId: id, version } = running
  const renewed = await db
    .update(subscriptions)
    .set({ ...renewedColumns(running, period, now), status: 'ACTIVE', pastDueAt: null, paymentRef, updatedAt: now })
    .where(
      and(eq(subscriptions.id, id), eq(subscriptions.version, version), inArray(subscriptions.status, RUNNING_STATES)),
    )
    .returning({ id: subscriptions.id })
  if (renewed.length !== 1) throw new Error(`subscription ${id} changed under its lock`)
  return publishSubscriptionEvents(db, [{ id, kind: 'subscription.renewed' }], now)
}
