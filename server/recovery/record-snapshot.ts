import { and, eq } from 'drizzle-orm'
import { recoveries } from '@/db/schema'
import type { ChainFinding, LostTransaction } from '@/db/schema/recoveries'
import type { WorkerCtx } from '@/server/ctx'

/** The findings of one look at the chains. `lost` is added to the lost transactions that earlier looks found. */
type RecoverySnapshot = { findings: ChainFinding[]; lost: LostTransaction[] }

/** Keeps what was found for the operators. Null if the recovery began again meanwhile: then the look is void. */
export async function recordSnapshot(
  ctx: WorkerCtx,
  recovery: Recovery,
  { findings, lost }: RecoverySnapshot,
): Promise<Recovery | null> {
  const known = new Set(recovery.lost.map(({ hash }) => hash))
  const all = [...recovery.lost, ...lost.filter(({ hash }) => !known.has(hash))]
  const noted = { findings, lost: all, lookedAt: ctx.now() }
  const kept = await ctx.db
    .update(recoveries)
    .set(noted)
    .where(and(eq(recoveries.id, recovery.id), eq(recoveries.enteredAt, recovery.enteredAt)))
    .returning({ id: recoveries.id })
  return kept.length > 0 ? { ...recovery, ...noted } : null
}

export type Recovery = typeof recoveries.$inferSelect
