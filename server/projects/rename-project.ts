import { and, eq } from 'drizzle-orm'
import { projects } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'

/** Renames a project. A repeated name changes nothing. */
export async function renameProject(ctx: ProjectCtx, { name }: { name: string }): Promise<void> {
  const { db, businessId, projectId, now } = ctx
  const isIt = and(eq(projects.businessId, businessId), eq(projects.id, projectId))
  const [project] = await db.select({ name: projects.name }).from(projects).where(isIt).for('no key update')
  if (!project) throw notFound('Project')
  if (project.name === name) return
  await db.update(projects).set({ name, updatedAt: now() }).where(isIt)
  const detail = { from: project.name, to: name }
  await appendAudit(ctx, { action: 'project.renamed', target: projectId, detail })
}
