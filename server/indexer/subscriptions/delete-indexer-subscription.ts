import { sql } from 'drizzle-orm'
import { indexerSubscriptions } from '@/db/schema'
import { INDEXER_EVENT } from '@/schemas/webhooks/words'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { refusal } from '@/server/errors'
import { lockConfigShared } from '@/server/indexer/follow/config-lock'
import { recordAbandonedEvents } from '@/server/indexer/follow/record-abandoned-events'
import { endReplays } from '@/server/indexer/replays/end-replays'
import { abandonMessages } from '@/server/webhooks/move-messages'
import { ownSubscription, requireIndexerSubscription } from './own-subscription'

/**
 * Deletes a subscription and cancels its replays; its delivery logs stay. Undelivered events end as dropped if they
 * were never tried, otherwise as failed. Throws not_found.
 */
export async function deleteIndexerSubscription(ctx: AuditCtx & { projectId: string }, id: string): Promise<void> {
  const { subscription } = await requireIndexerSubscription(ctx, id)
  await lockConfigShared(ctx.db, subscription.chainId)
  const abandoned = await abandonMessages(ctx.db, { businessId: ctx.businessId, destinationId: id })
  const counted = await recordAbandonedEvents(
    ctx.db,
    abandoned.filter(({ kind }) => kind === INDEXER_EVENT),
  )
  const failed = counted.filter(({ outcome }) => outcome === 'failed').length
  const dropped = counted.length - failed
  const [deleted] = await ctx.db
    .update(indexerSubscriptions)
    .set({
      deletedAt: ctx.now(),
      updatedAt: ctx.now(),
      droppedCount: sql`${indexerSubscriptions.droppedCount} + ${dropped}`,
      failedCount: sql`${indexerSubscriptions.failedCount} + ${failed}`,
    })
    .where(ownSubscription(ctx, id))
    .returning({ id: indexerSubscriptions.id })
  if (!deleted) throw refusal('indexer_subscription_not_found')
  // Lock replays after their subscription, in the order in which replays are stored.
  await endReplays(ctx, id)
  await appendAudit(ctx, { action: 'indexer-subscription.deleted', target: id })
}
