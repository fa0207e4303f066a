import { indexerSubscriptions } from '@/db/schema'
import { replaysDue, webhooksDue } from '@/inngest/events'
import type { IndexerSubscriptionView, UpdateIndexerSubscriptionInput } from '@/schemas/indexer/contract'
import { foreignEventProblems } from '@/schemas/indexer/words'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { refusal, validationError } from '@/server/errors'
import { lockConfigShared } from '@/server/indexer/follow/config-lock'
import { toIndexerSubscription } from '@/server/indexer/view'
import { wake } from '@/server/waking/wake'
import { EVENT_SUBSCRIPTION } from '@/server/webhooks/destinations/destination-kinds'
import { ownDestination } from '@/server/webhooks/destinations/own-destination'
import { redirectMessages } from '@/server/webhooks/move-messages'
import { pauseDestination, resumeDestination } from '@/server/webhooks/pause-destination'
import { loweredConfirmations } from './lowered-confirmations'
import { requireIndexerSubscription } from './require-indexer-subscription'

type Patch = UpdateIndexerSubscriptionInput & { id: string }

/**
 * Changes the URL, the events, the status or the confirmations of a subscription; absent fields do not change.
 * Undelivered events go to the new URL, and wait while the subscription is paused. Throws not_found, invalid.
 */
export async function updateIndexerSubscription(
  ctx: ProjectCtx,
  { id, webhookUrl, events, status, confirmations }: Patch,
): Promise<IndexerSubscriptionView> {
  const { chain, subscription } = await requireIndexerSubscription(ctx, id)
  const problems = foreignEventProblems(chain.chainType, events ?? [])
  if (problems.length > 0) throw validationError(problems)
  const lowered = confirmations === undefined ? undefined : loweredConfirmations(chain, confirmations)
  await lockConfigShared(ctx.db, subscription.chainId)
  const destination = { businessId: ctx.businessId, destinationId: id }
  // Lock messages before their subscription, in the order in which attempts are recorded.
  if (webhookUrl !== undefined) await redirectMessages(ctx.db, { ...destination, url: webhookUrl })
  if (status === 'paused') await pauseDestination(ctx.db, destination)
  if (status === 'active') await resumeDestination(ctx.db, destination)
  const pausedBecause = status && (status === 'paused' ? 'asked' : null)
  const [changed] = await ctx.db
    .update(indexerSubscriptions)
    .set({ webhookUrl, events, status, pausedBecause, confirmations: lowered, updatedAt: ctx.now() })
    .where(ownDestination(ctx, { kind: EVENT_SUBSCRIPTION, id }))
    .returning()
  if (!changed) throw refusal('indexer_subscription_not_found')
  const given = Object.entries({ webhookUrl, events, status, confirmations }).filter(([, value]) => value !== undefined)
  await appendAudit(ctx, { action: 'indexer-subscription.updated', target: id, detail: Object.fromEntries(given) })
  if (status === 'active')
    ctx.afterCommit(() => {
      wake(webhooksDue, {})
      wake(replaysDue, { chainId: subscription.chainId })
    })
  return toIndexerSubscription({ subscription: changed, chain })
}
