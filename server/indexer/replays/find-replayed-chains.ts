import { and, eq, isNull } from 'drizzle-orm'
import { indexerReplays, indexerSubscriptions } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

/** A replay of a paused subscription waits until the subscription is resumed. */
const IS_UNDER_WAY = and(
  eq(indexerReplays.status, 'running'),
  eq(indexerSubscriptions.status, 'active'),
  isNull(indexerSubscriptions.deletedAt),
)

/** Chains with replays in progress. */
export async function findReplayedChains({ db }: WorkerCtx): Promise<{ chainId: number }[]> {
  return db
    .selectDistinct({ chainId: indexerReplays.chainId })
    .from(indexerReplays)
    .innerJoin(indexerSubscriptions, eq(indexerSubscriptions.id, indexerReplays.subscriptionId))
    .where(IS_UNDER_WAY)
}

export async function hasRunningReplays({ db }: WorkerCtx, chainId: number): Promise<boolean> {
  const [row] = await db
    .select({ id: indexerReplays.id })
    .from(indexerReplays)
    .innerJoin(indexerSubscriptions, eq(indexerSubscriptions.id, indexerReplays.subscriptionId))
    .where(and(IS_UNDER_WAY, eq(indexerReplays.chainId, chainId)))
    .limit(1)
  return row !== undefined
}
