import { eq } from 'drizzle-orm'
import { chains, indexerSubscriptions } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import type { IndexerSubscriptionRow } from '@/server/indexer/view'
import { EVENT_SUBSCRIPTION } from '@/server/webhooks/destinations/destination-kinds'
import { ownDestination } from '@/server/webhooks/destinations/own-destination'

type ProjectCtx = Pick<TenantCtx, 'db' | 'businessId'> & { projectId: string }

const CHAIN = { code: chains.code, chainType: chains.chainType, confirmations: chains.confirmations }

/** Loads a subscription of the project. Throws not_found. */
export async function requireIndexerSubscription(ctx: ProjectCtx, id: string): Promise<IndexerSubscriptionRow> {
  const [row] = await ctx.db
    .select({ subscription: indexerSubscriptions, chain: CHAIN })
    .from(indexerSubscriptions)
    .innerJoin(chains, eq(chains.chainId, indexerSubscriptions.chainId))
    .where(ownDestination(ctx, { kind: EVENT_SUBSCRIPTION, id }))
  if (!row) throw refusal(EVENT_SUBSCRIPTION.notFound)
  return row
}
