import { depositsDue } from '@/inngest/events'
import { followInTurns } from '@/server/chains/follow/follow-in-turns'
import type { WorkerCtx } from '@/server/ctx'
import { followDeposits, newDepositFollower } from './follow-deposits'

/** On a chain whose blocks come faster, a deposit takes longer than this to become final. */
const SPACING_MS = 1_000

/** Watches a chain for what arrives in wallets until the run's time is up; one process does so at a time. */
export async function runDeposits(ctx: WorkerCtx, { chainId }: { chainId: number }) {
  const follower = newDepositFollower()
  const followed = { chainId, consumer: 'deposits', event: depositsDue, spacingMs: SPACING_MS } as const
  return followInTurns(ctx, followed, (chain, cursor) => followDeposits(ctx, chain, cursor, follower))
}
