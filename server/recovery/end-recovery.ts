import { and, eq, isNull } from 'drizzle-orm'
import { recoveries } from '@/db/schema'
import { minuteJobRequested } from '@/inngest/events'
import type { RecoveryCause } from '@/schemas/recovery/words'
import type { WorkerCtx } from '@/server/ctx'
import { wake } from '@/server/waking/wake'
import { forgetRecovery } from './is-recovering'
import { canResumeSending } from './judge-snapshot'
import type { Recovery } from './record-snapshot'

/** Long enough for earlier transactions to leave the mempools of the nodes. */
const SHORTEST_MS = 60_000
const AUTOMATIC: readonly RecoveryCause[] = ['other_database', 'chain_ahead', 'rewound']

/**
 * Ends a recovery that needs no decision: it began automatically, every chain matches the database, and every
 * transaction on a chain has a row. Returns whether it ended.
 */
export async function endCleanRecovery(ctx: WorkerCtx, recovery: Recovery): Promise<boolean> {
  const isByItself = AUTOMATIC.includes(recovery.cause)
  const isOld = ctx.now().getTime() - recovery.enteredAt.getTime() >= SHORTEST_MS
  if (!isByItself || !isOld || !canResumeSending(recovery, ctx.now())) return false
  const ended = await endRecovery(ctx, { id: recovery.id, leftBy: 'system:recovery' })
  if (ended) await wake(minuteJobRequested, {})
  return ended
}

/** Ends the recovery, so that the platform sends and accepts writes again. Returns false if it has ended already. */
export async function endRecovery(
  { db, now }: Pick<WorkerCtx, 'db' | 'now'>,
  { id, leftBy }: { id: string; leftBy: string },
): Promise<boolean> {
  const ended = await db
    .update(recoveries)
    .set({ leftAt: now(), leftBy })
    .where(and(eq(recoveries.id, id), isNull(recoveries.leftAt)))
    .returning({ id: recoveries.id })
  forgetRecovery()
  return ended.length > 0
}
