import { and, eq } from 'drizzle-orm'
import { indexerReplays } from '@/db/schema'
import type { AuditCtx } from '@/server/audit/append-audit'

/** Cancels the running replays of a subscription that is deleted. */
export async function endReplays({ db, businessId, now }: AuditCtx, subscriptionId: string): Promise<void> {
  await db
    .update(indexerReplays)
    .set({ status: 'canceled', endedAt: now(), updatedAt: now() })
    .where(
      and(
        eq(indexerReplays.businessId, businessId),
        eq(indexerReplays.subscriptionId, subscriptionId),
        eq(indexerReplays.status, 'running'),
      ),
    )
}
