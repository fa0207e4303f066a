import { INDEXER_EVENT } from '@/schemas/webhooks/words'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { lockConfigShared } from '@/server/indexer/follow/config-lock'
import { recordAbandonedEvents } from '@/server/indexer/follow/revert-events'
import { endReplays } from '@/server/indexer/replays/end-replays'
import { EVENT_SUBSCRIPTION } from '@/server/webhooks/destinations/destination-kinds'
import { markDestinationDeleted } from '@/server/webhooks/destinations/mark-destination-deleted'
import { abandonMessages } from '@/server/webhooks/move-messages'
import { requireIndexerSubscription } from './require-indexer-subscription'

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
  const events = counted.map(({ outcome }) => ({ isTried: outcome === 'failed' }))
  await markDestinationDeleted(ctx, { kind: EVENT_SUBSCRIPTION, id, abandoned: events })
  // Lock replays after their subscription, in the order in which replays are stored.
  await endReplays(ctx, id)
  await appendAudit(ctx, { action: 'indexer-subscription.deleted', target: id })
}
