import { indexerDue } from '@/inngest/events'
import { followInTurns } from '@/server/chains/follow/follow-in-turns'
import type { WorkerCtx } from '@/server/ctx'
import { changeDepths } from './change-depth'
import { type Follower, followChain, newFollower } from './follow-chain'
import { listDepths } from './read-depth'

/** Follows a chain for its event subscriptions, by all its passes in turn, until the run's time is up. */
export async function runFollower(ctx: WorkerCtx, { chainId }: { chainId: number }) {
  const followers = new Map<number, Follower>()
  const findDepths = async () => {
    for (const follower of followers.values()) follower.asked = null
    await changeDepths(ctx, chainId)
    return listDepths(ctx.db, chainId)
  }
  return followInTurns(ctx, { chainId, consumer: 'indexer', event: indexerDue, findDepths }, (chain, cursor) => {
    const follower = followers.get(cursor.depth) ?? newFollower()
    followers.set(cursor.depth, follower)
    return followChain(ctx, chain, cursor, follower)
  })
}
