import { indexerSubscriptions } from '@/db/schema'
import { indexerDue } from '@/inngest/events'
import type { NewIndexerSubscriptionView } from '@/schemas/indexer/contract'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { findFirstUnreadBlock } from '@/server/indexer/follow/config-lock'
import { depthOf } from '@/server/indexer/follow/read-depth'
import { toIndexerSubscription } from '@/server/indexer/view'
import { wake } from '@/server/waking/wake'
import { EVENT_SUBSCRIPTION } from '@/server/webhooks/destinations/destination-kinds'
import type { NewDestinationSecret } from '@/server/webhooks/destinations/new-destination-secret'
import type { PreparedSubscription } from './prepare-subscription'
import { requireIndexerSubscription } from './require-indexer-subscription'

/** Subscribes to a contract's events from the next block on. Returns the signing secret, which is not shown again. */
export async function createIndexerSubscription(
  ctx: ProjectCtx,
  { newSecret, ...prepared }: PreparedSubscription & { newSecret: NewDestinationSecret },
): Promise<NewIndexerSubscriptionView> {
  const { db, businessId, projectId, actor } = ctx
  const { id, secret, sealed } = newSecret
  const passDepth = depthOf(prepared.confirmations)
  const unread = await findFirstUnreadBlock(db, { chainId: prepared.chainId, depth: passDepth })
  // Blocks that were read before the subscription existed are not reported.
  const fromBlock = unread !== null && unread > prepared.fromBlock ? unread : prepared.fromBlock
  const at = ctx.now()
  const own = { id, businessId, projectId, createdBy: actor.id, createdAt: at, updatedAt: at }
  await db.insert(indexerSubscriptions).values({ ...prepared, ...own, passDepth, fromBlock, secretSealed: sealed })
  const { chainId, contractAddress, webhookUrl, events, confirmations } = prepared
  const view = toIndexerSubscription(await requireIndexerSubscription(ctx, id))
  await appendAudit(ctx, {
    action: 'indexer-subscription.created',
    target: id,
    detail: { chainId, contractAddress, webhookUrl, events, ...(confirmations && { confirmations }) },
  })
  ctx.afterCommit(() => wake(indexerDue, { chainId }))
  return { ...view, signingSecret: secret, secretWarning: EVENT_SUBSCRIPTION.secretWarning }
}
