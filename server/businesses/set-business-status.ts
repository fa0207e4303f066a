import { and, eq } from 'drizzle-orm'
import { businesses } from '@/db/schema'
import { sweepAsked } from '@/inngest/events'
import { restartTerms } from '@/server/approvals/restart-terms'
import { appendAudit } from '@/server/audit/append-audit'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { wake } from '@/server/wake'
import type { BusinessStatus } from './words'

/** The same for a customer and all its projects; see `setProjectStatus`. */
export async function setBusinessStatus(
  ctx: OperatorCtx,
  { businessId, status }: { businessId: string; status: BusinessStatus },
): Promise<void> {
  const place = and(eq(businesses.id, businessId), eq(businesses.kind, 'customer'))
  const [before] = await ctx.db.select({ status: businesses.status }).from(businesses).where(place).for('update')
  if (!before) throw notFound('Business')
  await ctx.db.update(businesses).set({ status }).where(place)
  if (before.status === 'suspended' && status === 'active') {
    await restartTerms(ctx, { businessId })
    ctx.afterCommit(() => wake(sweepAsked, {}))
  }
  await appendAudit({ ...ctx, businessId, projectId: null }, { action: `business.${status}`, target: businessId })
}
