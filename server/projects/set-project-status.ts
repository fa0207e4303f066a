import { and, eq } from 'drizzle-orm'
import { projects } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'

/** Suspends a project (its keys and tokens are refused within seconds) or lets it work again. */
export async function setProjectStatus(
  ctx: OperatorCtx,
  input: { businessId: string; projectId: string; status: 'active' | 'suspended' },
): Promise<void> {
  const [project] = await ctx.db
    .update(projects)
    .set({ status: input.status })
    .where(and(eq(projects.id, input.projectId), eq(projects.businessId, input.businessId)))
    .returning({ id: projects.id })
  if (!project) throw notFound('Project')
  const { businessId, projectId, status } = input
  await appendAudit({ ...ctx, businessId, projectId }, { action: `project.${status}`, target: projectId })
}
