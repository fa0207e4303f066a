import { and, eq } from 'drizzle-orm'
import { recoveries } from '@/db/schema'
import type { ChainFinding } from '@/db/schema/recoveries'
import type { WorkerCtx } from '@/server/ctx'

/**
 * Stores the findings of one check of the chains for the operators. Returns null if the recovery began again meanwhile,
 * because then the findings are outdated.
 */
export async function recordSnapshot(
  ctx: WorkerCtx,
  recovery: Recovery,
  findings: ChainFinding[],
): Promise<Recovery | null> {
  const [stored] = await ctx.db
    .update(recoveries)
    .set({ findings, lookedAt: ctx.now() })
    .where(and(eq(recoveries.id, recovery.id), eq(recoveries.enteredAt, recovery.enteredAt)))
    .returning()
  return stored ?? null
}

export type Recovery = typeof recoveries.$inferSelect
