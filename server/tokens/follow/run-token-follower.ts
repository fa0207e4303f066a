import { tokensDue } from '@/inngest/events'
import { followInTurns } from '@/server/chains/follow/follow-in-turns'
import type { WorkerCtx } from '@/server/ctx'
import { followTokens, newTokenFollower } from './follow-tokens'

/** Follows a chain for its tokens until the run's time is up; one process does so at a time. */
export async function runTokenFollower(ctx: WorkerCtx, { chainId }: { chainId: number }) {
  const follower = newTokenFollower()
  return followInTurns(ctx, { chainId, consumer: 'tokens', event: tokensDue }, (chain, cursor) =>
    followTokens(ctx, chain, cursor, follower),
  )
}
