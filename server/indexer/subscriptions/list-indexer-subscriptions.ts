import { and, count, desc, eq } from 'drizzle-orm'
import { chains, indexerSubscriptions } from '@/db/schema'
import type { IndexerSubscriptionView, ListIndexerSubscriptionsInput } from '@/schemas/indexer/contract'
import { isInScope, type Scoped } from '@/server/chains/network-scope'
import type { TenantCtx } from '@/server/ctx'
import { toIndexerSubscription } from '@/server/indexer/view'
import { type Listed, offsetOf } from '@/server/paging'
import { EVENT_SUBSCRIPTION } from '@/server/webhooks/destinations/destination-kinds'
import { ofProject } from '@/server/webhooks/destinations/own-destination'

/** The project's subscriptions, newest first. */
export async function listIndexerSubscriptions(
  ctx: TenantCtx & Scoped & { projectId: string },
  { page, limit, network, status }: ListIndexerSubscriptionsInput,
): Promise<Listed<IndexerSubscriptionView>> {
  const where = and(
    ofProject(EVENT_SUBSCRIPTION, ctx),
    isInScope(indexerSubscriptions.chainId, ctx),
    network && eq(chains.code, network),
    status && eq(indexerSubscriptions.status, status),
  )
  const [counted] = await ctx.db
    .select({ total: count() })
    .from(indexerSubscriptions)
    .innerJoin(chains, eq(chains.chainId, indexerSubscriptions.chainId))
    .where(where)
  const rows = await ctx.db
    .select({ subscription: indexerSubscriptions, chain: { code: chains.code, confirmations: chains.confirmations } })
    .from(indexerSubscriptions)
    .innerJoin(chains, eq(chains.chainId, indexerSubscriptions.chainId))
    .where(where)
    .orderBy(desc(indexerSubscriptions.createdAt), desc(indexerSubscriptions.id))
    .limit(limit)
    .offset(offsetOf(page, limit))
  return { items: rows.map(toIndexerSubscription), total: counted?.total ?? 0, page, limit }
}
