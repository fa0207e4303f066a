import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { subscriptions } from '@/db/schema'
import type { Period } from './period'
import { publishSubscriptionEvents } from './publish-subscription-events'
import type { Running } from './running'
import { RUNNING_STATES } from './transitions'

type Activation = {
  subscriptionId: string
  period: Period
  /** Kobo: the value of the period at full price, and the credit for the previous subscription. */
  priceMinor: bigint
  creditMinor: bigint
  paymentRef: string
  /** The running subscription of the product, under its lock: the new one replaces it. */
  running: Running | null
}

/**
 * Activates a pending subscription: it begins to grant its plan, and the active one ends. Returns the number of
 * messages written to the outbox. Throws if the active one differs from the one that the caller read under the
 * project's lock.
 */
export async function activateSubscription(db: Database, activation: Activation, now: Date): Promise<number> {
  const { subscriptionId, period, priceMinor, creditMinor, paymentRef, running } = activation
  if (running) await endRunning(db, running, now)
  const activated = await db
    .update(subscriptions)
    .set({
      status: 'ACTIVE',
      startDate: period.start,
      endDate: period.end,
      anchorDay: period.anchorDay,
      priceMinor,
      creditAmount: creditMinor.toString(),
      paymentRef,
      replacesId: running?.subscriptionId ?? null,
      updatedAt: now,
    })
    .where(and(eq(subscriptions.id, subscriptionId), eq(subscriptions.status, 'PENDING')))
    .returning({ id: subscriptions.id })
  if (activated.length !== 1) throw new Error(`subscription ${subscriptionId} is not pending`)
  const replaced = running ? [{ id: running.subscriptionId, kind: 'subscription.canceled' as const }] : []
  return publishSubscriptionEvents(db, [...replaced, { id: subscriptionId, kind: 'subscription.activated' }], now)
}

async function endRunning(db: Database, { subscriptionId, version }: Running, now: Date): Promise<void> {
  const ended = await db
    .update(subscriptions)
    .set({ status: 'CANCELED', canceledAt: now, endDate: now, version: version + 1, autoRenew: false, updatedAt: now })
    .where(
      and(
        eq(subscriptions.id, subscriptionId),
        eq(subscriptions.version, version),
        inArray(subscriptions.status, RUNNING_STATES),
      ),
    )
    .returning({ id: subscriptions.id })
  if (ended.length !== 1) throw new Error(`subscription ${subscriptionId} changed under its lock`)
}
