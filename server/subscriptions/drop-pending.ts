import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { subscriptions } from '@/db/schema'

/** Ends subscriptions that wait for money that will not arrive for them. */
export async function dropPending(
  db: Database,
  { businessId, ids, to }: { businessId: string; ids: readonly (string | null)[]; to: 'CANCELED' | 'EXPIRED' },
): Promise<void> {
  const pendingIds = ids.filter((id) => id !== null)
  if (pendingIds.length === 0) return
  await db
    .update(subscriptions)
    .set({ status: to })
    .where(
      and(
        eq(subscriptions.businessId, businessId),
        inArray(subscriptions.id, pendingIds),
        eq(subscriptions.status, 'PENDING'),
      ),
    )
}
