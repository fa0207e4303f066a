import { sql } from 'drizzle-orm'
import { indexerSubscriptions } from '@/db/schema'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { refusal } from '@/server/errors'
import { holdNextStore } from '@/server/indexer/follow/config-lock'
import { abandonMessages } from '@/server/webhooks/move-messages'
import { INDEXER_EVENT } from '@/server/webhooks/words'
import { ownSubscription, requireIndexerSubscription } from './own-subscription'

/**
 * Ends a subscription for good; its delivery logs stay. What was on its way is given up: dropped if it was never tried, else failed. Throws not_found.
 */
export async function deleteIndexerSubscription(ctx: AuditCtx & { projectId: string }, id: string): Promise<void> {
  const { subscription } = await requireIndexerSubscription(ctx, id)
  await holdNextStore(ctx.db, subscription.chainId)
  const abandoned = await abandonMessages(ctx.db, { businessId: ctx.businessId, destinationId: id })
  const { untried, tried } = abandoned.get(INDEXER_EVENT) ?? { untried: 0, tried: 0 }
  const [deleted] = await ctx.db
    .update(indexerSubscriptions)
    .set({
      deletedAt: ctx.now(),
      updatedAt: ctx.now(),
      droppedCount: sql`${indexerSubscriptions.droppedCount} + ${untried}`,
      failedCount: sql`${indexerSubscriptions.failedCount} + ${tried}`,
    })
    .where(ownSubscription(ctx, id))
    .returning({ id: indexerSubscriptions.id })
  if (!deleted) throw refusal('indexer_subscription_not_found')
  await appendAudit(ctx, { action: 'indexer-subscription.deleted', target: id })
}
