import { and, eq, sql } from 'drizzle-orm'
import { indexerReplays } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import type { Replay } from './claim-replay'

/** So many turns in a row that came to nothing end a replay: about half an hour, at the end one a minute. */
const MOST_FAULTS = 35
const LONGEST_PAUSE_SECONDS = 60

/** Nodes did not tell of its blocks: it is tried again later, and given up where that does not help. */
export async function noteFault({ db, now }: WorkerCtx, { id, owner, fence, faultCount }: Replay): Promise<void> {
  const faults = faultCount + 1
  const pause = Math.min(LONGEST_PAUSE_SECONDS, 2 ** Math.min(faults, 10) / 2)
  const ended = faults >= MOST_FAULTS ? { status: 'failed' as const, endedAt: now() } : {}
  await db
    .update(indexerReplays)
    .set({ faultCount: faults, retryAt: sql`now() + make_interval(secs => ${pause})`, updatedAt: now(), ...ended })
    .where(
      and(
        eq(indexerReplays.id, id),
        eq(indexerReplays.status, 'running'),
        eq(indexerReplays.leaseOwner, owner),
        eq(indexerReplays.fence, fence),
      ),
    )
}
