import { depositsWoken } from '@/inngest/events'
import { followInTurns } from '@/server/chains/follow/follow-in-turns'
import type { WorkerCtx } from '@/server/ctx'
import { followDeposits, newDepositFollower } from './follow-deposits'

/** Watches a chain for what arrives in wallets until the run's time is up; one process does so at a time. */
export async function runDeposits(ctx: WorkerCtx, { chainId }: { chainId: number }) {
  const follower = newDepositFollower()
  return followInTurns(ctx, { chainId, consumer: 'deposits', event: depositsWoken }, (chain, cursor) =>
    followDeposits(ctx, chain, cursor, follower),
  )
}
