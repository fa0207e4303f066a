import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { subscriptions } from '@/db/schema'
import { publishSubscriptionEvents } from './publish-subscription-events'
import { paidPeriods, removePeriod } from './remove-period'
import type { Running } from './running'
import { periodColumns, toRunning } from './to-running'
import { RUNNING_STATES } from './transitions'

/** A period of a subscription: each payment buys one, and `later` were bought after it. */
type PaidPeriod = { subscriptionId: string; later: number }

/**
 * Changes the value of a paid period when its money is refunded, or when the refund fails. A plan that replaces it then
 * credits less, or more, and quotes based on it no longer settle. Does nothing if the period is over. Take the
 * project's lock first.
 */
export async function changePaidValue(
  db: Database,
  { subscriptionId, later, byMinor }: PaidPeriod & { byMinor: bigint },
  now: Date,
): Promise<void> {
  const running = await lockById(db, subscriptionId)
  if (!running || byMinor === 0n) return
  const periods = paidPeriods(running)
  const index = periods.length - 1 - later
  if (index < 0) return
  const changed = periods.map((period, at) =>
    at === index ? { ...period, priceMinor: atLeastZero(period.priceMinor + byMinor) } : period,
  )
  await db
    .update(subscriptions)
    .set({ ...periodColumns(changed), version: running.version + 1, updatedAt: now })
    .where(eq(subscriptions.id, subscriptionId))
}

/**
 * Rolls back a paid period: later ones begin that much earlier, and a subscription without another period ends at once.
 * Does nothing if it is no longer active. `lastRef` is the payment of the last remaining period. Returns the number of
 * messages written to the outbox.
 */
export async function rollBackPeriod(
  db: Database,
  { subscriptionId, later, lastRef }: PaidPeriod & { lastRef: string },
  now: Date,
): Promise<number> {
  const running = await lockById(db, subscriptionId)
  if (!running) return 0
  const { periods, anchorDay } = removePeriod(running, later, now)
  const changed = { version: running.version + 1, updatedAt: now }
  if (periods.length > 0) {
    await db
      .update(subscriptions)
      .set({ ...changed, ...periodColumns(periods), anchorDay, paymentRef: lastRef })
      .where(eq(subscriptions.id, subscriptionId))
    return 0
  }
  await db
    .update(subscriptions)
    .set({ ...changed, status: 'CANCELED', canceledAt: now, endDate: now, ahead: [], autoRenew: false })
    .where(eq(subscriptions.id, subscriptionId))
  return publishSubscriptionEvents(db, [{ id: subscriptionId, kind: 'subscription.canceled' }], now)
}

async function lockById(db: Database, subscriptionId: string): Promise<Running | null> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.id, subscriptionId), inArray(subscriptions.status, RUNNING_STATES)))
    .for('update')
  return row ? toRunning(row) : null
}

function atLeastZero(units: bigint): bigint {
  return units > 0n ? units : 0n
}
