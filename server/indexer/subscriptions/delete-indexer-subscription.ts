import { indexerSubscriptions } from '@/db/schema'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { refusal } from '@/server/errors'
import { ownSubscription } from './own-subscription'

/** Ends a subscription for good; its delivery logs stay. Throws not_found. */
export async function deleteIndexerSubscription(ctx: AuditCtx & { projectId: string }, id: string): Promise<void> {
  const [deleted] = await ctx.db
    .update(indexerSubscriptions)
    .set({ deletedAt: ctx.now(), updatedAt: ctx.now() })
    .where(ownSubscription(ctx, id))
    .returning({ id: indexerSubscriptions.id })
  if (!deleted) throw refusal('indexer_subscription_not_found')
  await appendAudit(ctx, { action: 'indexer-subscription.deleted', target: id })
}
