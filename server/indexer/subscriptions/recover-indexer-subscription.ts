import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { requireIndexerSubscription } from '@/server/indexer/subscriptions/require-indexer-subscription'
import { countFailedMessagesTo, recoverMessagesTo } from '@/server/webhooks/recover-messages'

type Recovery = { id: string; since: Date }

/**
 * Schedules a subscription's failed events since a time again, oldest first, at most `MAX_RECOVERED`, for a destination
 * that was down. They count as failed until they are delivered. Reverted events are skipped. A second call right after
 * the first changes nothing. Returns the number scheduled. Throws not_found.
 */
export async function recoverIndexerSubscription(ctx: ProjectCtx, { id, since }: Recovery): Promise<number> {
  await requireIndexerSubscription(ctx, id)
  const count = await recoverMessagesTo(ctx, { destinationId: id, since })
  if (count === 0) return 0
  await appendAudit(ctx, {
    action: 'indexer-subscription.failed-recovered',
    target: id,
    detail: { since: since.toISOString(), count },
  })
  return count
}

/**
 * The number of events that `recoverIndexerSubscription` would schedule, counted up to `MAX_RECOVERED` + 1. Throws
 * not_found.
 */
export async function countFailedEvents(ctx: ProjectCtx, { id, since }: Recovery): Promise<number> {
  await requireIndexerSubscription(ctx, id)
  return countFailedMessagesTo(ctx, { destinationId: id, since })
}
