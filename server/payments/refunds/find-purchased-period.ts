import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { payments } from '@/db/schema'
import type { PaymentRow } from '@/server/payments/settlement/lock-payment'

/**
 * A purchased period of a subscription. `later`: how many periods were bought after it. `lastRef`: the reference of the
 * newest other payment.
 */
type BoughtPeriod = { subscriptionId: string; later: number; lastRef: string }

/**
 * The period that a payment bought. Each paid payment of a subscription bought one, in the order of settlement;
 * refunded ones do not count. Null for a top-up. Call it under the project's lock.
 */
export async function findPurchasedPeriod(db: Database, payment: PaymentRow): Promise<BoughtPeriod | null> {
  const { id, businessId, subscriptionId, settledAt } = payment
  if (subscriptionId === null || settledAt === null) return null
  const isLater: SQL<boolean> = sql`(${payments.settledAt}, ${payments.id}) > (${settledAt.toISOString()}::timestamptz, ${id}::uuid)`
  const others = await db
    .select({ paymentRef: payments.paymentRef, isLater })
    .from(payments)
    .where(
      and(
        eq(payments.businessId, businessId),
        eq(payments.subscriptionId, subscriptionId),
        eq(payments.status, 'SUCCESS'),
        ne(payments.id, id),
      ),
    )
    .orderBy(desc(payments.settledAt), desc(payments.id))
  const later = others.filter((other) => other.isLater).length
  return { subscriptionId, later, lastRef: others[0]?.paymentRef ?? '' }
}
