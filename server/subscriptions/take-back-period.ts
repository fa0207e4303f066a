import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { requireSound } from '@/db/require-sound'
import { type StoredPeriod, subscriptions } from '@/db/schema'
import { tellSubscriptions } from './tell-subscriptions'
import { toRunning } from './to-running'
import { RUNNING_STATES } from './transitions'

/** The last period of a subscription, by the payment it was bought with. */
type Bought = { subscriptionId: string; paymentRef: string }

/**
 * The money of the last paid period is going back, or after all it is not: so much less, or more, is credited should another plan take its
 * place, and what was quoted on it settles no more. Nothing happens where it runs no longer. Take the project's lock first.
 */
export async function changePaidValue(db: Database, bought: Bought & { byMinor: bigint }, now: Date): Promise<void> {
  const row = await lockBought(db, bought)
  if (!row || bought.byMinor === 0n) return
  const last = row.ahead.at(-1)
  const change = last
    ? { ahead: [...row.ahead.slice(0, -1), withValue(last, bought.byMinor)] }
    : { priceMinor: atLeastZero(row.priceMinor + bought.byMinor) }
  await db
    .update(subscriptions)
    .set({ ...change, version: row.version + 1, updatedAt: now })
    .where(eq(subscriptions.id, row.id))
}

/**
 * The last paid period is taken back: one that has not begun yet goes, and the one before runs on; else the subscription ends at once. Nothing
 * happens where it runs no longer, or a later payment is what it runs by. Returns how many messages were put into the outbox.
 */
export async function takeBackPeriod(
  db: Database,
  { previousRef, ...bought }: Bought & { previousRef: string },
  now: Date,
): Promise<number> {
  const row = await lockBought(db, bought)
  const running = row && toRunning(row)
  if (!row || !running) return 0
  const changed = { version: row.version + 1, updatedAt: now }
  const begins = running.ahead.at(-1)?.start
  if (begins && begins > now) {
    const ahead = row.ahead.slice(0, -1)
    await db
      .update(subscriptions)
      .set({ ...changed, ahead, endDate: begins, paymentRef: previousRef })
      .where(eq(subscriptions.id, row.id))
    return 0
  }
  await db
    .update(subscriptions)
    .set({ ...changed, status: 'CANCELED', canceledAt: now, endDate: now, ahead: [], autoRenew: false })
    .where(eq(subscriptions.id, row.id))
  return tellSubscriptions(db, [{ id: row.id, kind: 'subscription.canceled' }], now)
}

async function lockBought(db: Database, { subscriptionId, paymentRef }: Bought) {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.id, subscriptionId),
        eq(subscriptions.paymentRef, paymentRef),
        inArray(subscriptions.status, RUNNING_STATES),
      ),
    )
    .for('update')
  return row ? requireSound(subscriptions, row) : null
}

function withValue(period: StoredPeriod, byMinor: bigint): StoredPeriod {
  return { ...period, priceMinor: atLeastZero(BigInt(period.priceMinor) + byMinor).toString() }
}

function atLeastZero(units: bigint): bigint {
  return units > 0n ? units : 0n
}
