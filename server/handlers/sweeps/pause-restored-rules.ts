import { and, eq, isNull } from 'drizzle-orm'
import { sweepRules } from '@/db/schema'
import { RESTORED_REASON } from '@/schemas/sweeps/words'
import { appendAudit } from '@/server/audit/append-audit'
import type { WorkerCtx } from '@/server/ctx'

const WHO = { actor: { type: 'system', id: 'recovery' }, requestId: 'recovery' } as const

/**
 * Pauses every active rule of a restored database: it may have been deleted, paused or replaced by one with another
 * target after the backup. Its owner resumes it. Audited once for each business. Call it last, as `appendAudit`.
 */
export async function pauseRestoredRules({ db, now }: Pick<WorkerCtx, 'db' | 'now'>): Promise<void> {
  const paused = await db
    .update(sweepRules)
    .set({ status: 'PAUSED', stoppedReason: RESTORED_REASON, updatedAt: now() })
    .where(and(eq(sweepRules.status, 'ACTIVE'), isNull(sweepRules.deletedAt)))
    .returning({ id: sweepRules.id, businessId: sweepRules.businessId })
  for (const businessId of [...new Set(paused.map((rule) => rule.businessId))].toSorted()) {
    const rules = paused.filter((rule) => rule.businessId === businessId).map(({ id }) => id)
    const entry = {
      action: 'sweep-rules.paused',
      target: businessId,
      detail: { reason: RESTORED_REASON, rules },
    } as const
    await appendAudit({ db, now, businessId, projectId: null, ...WHO }, entry)
  }
}
