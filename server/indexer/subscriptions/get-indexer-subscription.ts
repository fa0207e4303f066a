import type { IndexerSubscriptionView } from '@/schemas/indexer/contract'
import type { ProjectCtx } from '@/server/ctx'
import { toIndexerSubscription } from '@/server/indexer/view'
import { requireIndexerSubscription } from './require-indexer-subscription'

/** Throws not_found. */
export async function getIndexerSubscription(ctx: ProjectCtx, id: string): Promise<IndexerSubscriptionView> {
  return toIndexerSubscription(await requireIndexerSubscription(ctx, id))
}
