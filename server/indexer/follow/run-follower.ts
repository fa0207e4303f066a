import { indexerWoken } from '@/inngest/events'
import { followInTurns } from '@/server/chains/follow/follow-in-turns'
import type { WorkerCtx } from '@/server/ctx'
import { followChain, newFollower } from './follow-chain'

/** Follows a chain for its event subscriptions until the run's time is up; one process does so at a time. */
export async function runFollower(ctx: WorkerCtx, { chainId }: { chainId: number }) {
  const follower = newFollower()
  return followInTurns(ctx, { chainId, consumer: 'indexer', event: indexerWoken }, (chain, cursor) =>
    followChain(ctx, chain, cursor, follower),
  )
}
