import { tokensDue } from '@/inngest/events'
import { followInTurns } from '@/server/chains/follow/follow-in-turns'
import { FIRST_RANGE } from '@/server/chains/follow/range-size'
import type { WorkerCtx } from '@/server/ctx'
import { followTokens } from './follow-tokens'

/** Reads a chain for the tokens that live on it until the run's time is up; one process does so at a time. */
export async function runTokenFollower(ctx: WorkerCtx, { chainId }: { chainId: number }) {
  const follower = { range: FIRST_RANGE }
  return followInTurns(ctx, { chainId, consumer: 'tokens', event: tokensDue }, (chain, cursor) =>
    followTokens(ctx, chain, cursor, follower),
  )
}
