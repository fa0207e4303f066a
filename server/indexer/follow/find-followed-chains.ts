import { eq, isNull } from 'drizzle-orm'
import { chains, indexerSubscriptions } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

/** Chains with event subscriptions. */
export async function findFollowedChains({ db }: WorkerCtx): Promise<{ chainId: number }[]> {
  return db
    .selectDistinct({ chainId: indexerSubscriptions.chainId })
    .from(indexerSubscriptions)
    .innerJoin(chains, eq(chains.chainId, indexerSubscriptions.chainId))
    .where(isNull(indexerSubscriptions.deletedAt))
}
