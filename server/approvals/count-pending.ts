import { and, count, eq } from 'drizzle-orm'
import { approvals } from '@/db/schema'
import type { ProjectCtx } from '@/server/ctx'

/** The number of the project's transactions that wait for a second person. */
export async function countPending(ctx: ProjectCtx): Promise<number> {
  const [counted] = await ctx.db
    .select({ pending: count() })
    .from(approvals)
    .where(
      and(
        eq(approvals.businessId, ctx.businessId),
        eq(approvals.projectId, ctx.projectId),
        eq(approvals.status, 'pending'),
      ),
    )
  return counted?.pending ?? 0
}
