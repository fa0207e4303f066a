import { indexerSubscriptions } from '@/db/schema'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { refusal, validationError } from '@/server/errors'
import type { IndexerSubscriptionView, UpdateIndexerSubscriptionInput } from '@/server/indexer/contract'
import { toIndexerSubscription } from '@/server/indexer/view'
import { foreignEventProblems } from '@/server/indexer/words'
import { ownSubscription, requireIndexerSubscription } from './own-subscription'

type Patch = UpdateIndexerSubscriptionInput & { id: string }

/** Changes where a subscription delivers, what, and whether; what is left out stays. Throws not_found, invalid. */
export async function updateIndexerSubscription(
  ctx: AuditCtx & { projectId: string },
  { id, webhookUrl, events, status }: Patch,
): Promise<IndexerSubscriptionView> {
  const { chain } = await requireIndexerSubscription(ctx, id)
  const problems = foreignEventProblems(chain.chainType, events ?? [])
  if (problems.length > 0) throw validationError(problems)
  const pausedBecause = status && (status === 'paused' ? 'asked' : null)
  const [changed] = await ctx.db
    .update(indexerSubscriptions)
    .set({ webhookUrl, events, status, pausedBecause, updatedAt: ctx.now() })
    .where(ownSubscription(ctx, id))
    .returning()
  if (!changed) throw refusal('indexer_subscription_not_found')
  const given = Object.entries({ webhookUrl, events, status }).filter(([, value]) => value !== undefined)
  await appendAudit(ctx, { action: 'indexer-subscription.updated', target: id, detail: Object.fromEntries(given) })
  return toIndexerSubscription({ subscription: changed, chain })
}
