import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { requireIndexerSubscription } from '@/server/indexer/subscriptions/own-subscription'
import { countFailedMessagesTo, recoverMessagesTo } from '@/server/webhooks/recover-messages'

type Recovery = { id: string; since: Date }

/**
 * Puts a subscription's failed events of since a moment back on their schedule, from its start, the oldest first and at
 * most `MAX_RECOVERED`: for a receiver that was away. They count as failed until they arrive; those the chain took back
 * are not sent any more. A second call right after the first changes nothing. Returns how many. Throws not_found.
 */
export async function recoverIndexerSubscription(
  ctx: TenantCtx & { projectId: string },
  { id, since }: Recovery,
): Promise<number> {
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
 * How many `recoverIndexerSubscription` would put back, counted up to one more than it takes at once. Throws not_found.
 */
export async function countFailedEvents(
  ctx: TenantCtx & { projectId: string },
  { id, since }: Recovery,
): Promise<number> {
  await requireIndexerSubscription(ctx, id)
  return countFailedMessagesTo(ctx, { destinationId: id, since })
}
