import { eq, isNull } from 'drizzle-orm'
import { chains, indexerSubscriptions } from '@/db/schema'
import { indexerDue } from '@/inngest/events'
import { followInTurns } from '@/server/chains/follow/follow-in-turns'
import type { WorkerCtx } from '@/server/ctx'
import { changeDepths } from './change-depths'
import { type Follower, followChain, newFollower } from './follow-chain'
import { listDepths, listPasses } from './read-depth'

/** Follows a chain for its event subscriptions, with all its passes in turn, until the run's time is up. */
export async function runFollower(ctx: WorkerCtx, { chainId }: { chainId: number }) {
  const followers = new Map<number, Follower>()
  const findDepths = async () => {
    const passes = await listPasses(ctx.db, chainId)
    if (passes.every(({ depth, targetDepth }) => depth === targetDepth)) return passes.map(({ depth }) => depth)
    await changeDepths(ctx, chainId)
    return listDepths(ctx.db, chainId)
  }
  return followInTurns(ctx, { chainId, consumer: 'indexer', event: indexerDue, findDepths }, (chain, cursor) => {
    const follower = followers.get(cursor.depth) ?? newFollower()
    followers.set(cursor.depth, follower)
    return followChain(ctx, chain, cursor, follower)
  })
}

/** Chains with event subscriptions. */
export async function findFollowedChains({ db }: WorkerCtx): Promise<{ chainId: number }[]> {
  return db
    .selectDistinct({ chainId: indexerSubscriptions.chainId })
    .from(indexerSubscriptions)
    .innerJoin(chains, eq(chains.chainId, indexerSubscriptions.chainId))
    .where(isNull(indexerSubscriptions.deletedAt))
}
