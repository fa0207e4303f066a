import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { chains, indexerSubscriptions } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import type { IndexerSubscriptionRow } from '@/server/indexer/view'

type ProjectCtx = Pick<TenantCtx, 'db' | 'businessId'> & { projectId: string }

const CHAIN = { code: chains.code, chainType: chains.chainType, confirmations: chains.confirmations }

const uuid = z.uuid()

/** A condition for the project's subscriptions that are not deleted. */
export function ofProject({ businessId, projectId }: Omit<ProjectCtx, 'db'>): SQL | undefined {
  return and(
    eq(indexerSubscriptions.businessId, businessId),
    eq(indexerSubscriptions.projectId, projectId),
    isNull(indexerSubscriptions.deletedAt),
  )
}

/** A condition for one of them by its id. Throws not_found, also for an id that is no UUID. */
export function ownSubscription(ctx: Omit<ProjectCtx, 'db'>, id: string): SQL | undefined {
  if (!uuid.safeParse(id).success) throw refusal('indexer_subscription_not_found')
  return and(ofProject(ctx), eq(indexerSubscriptions.id, id))
}

/** Loads a subscription of the project. Throws not_found. */
export async function requireIndexerSubscription(ctx: ProjectCtx, id: string): Promise<IndexerSubscriptionRow> {
  const [row] = await ctx.db
    .select({ subscription: indexerSubscriptions, chain: CHAIN })
    .from(indexerSubscriptions)
    .innerJoin(chains, eq(chains.chainId, indexerSubscriptions.chainId))
    .where(ownSubscription(ctx, id))
  if (!row) throw refusal('indexer_subscription_not_found')
  return row
}
