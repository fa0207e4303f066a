import { and, eq } from 'drizzle-orm'
import { projects } from '@/db/schema'
import { NETWORKS_CHOSEN } from '@/schemas/projects/words'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { notFound } from '@/server/errors'

/**
 * Limits a project to testnets or lets it use mainnets, within seconds; accepted transactions continue. Audited. Throws
 * not_found.
 */
export async function setTestnetsOnly(
  ctx: AuditCtx & { projectId: string },
  { testnetsOnly }: { testnetsOnly: boolean },
): Promise<void> {
  const [project] = await ctx.db
    .update(projects)
    .set({ testnetsOnly })
    .where(and(eq(projects.id, ctx.projectId), eq(projects.businessId, ctx.businessId)))
    .returning({ id: projects.id })
  if (!project) throw notFound('Project')
  await appendAudit(ctx, { action: NETWORKS_CHOSEN, target: project.id, detail: { testnetsOnly } })
}
