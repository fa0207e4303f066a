import { and, eq } from 'drizzle-orm'
import { businesses, projects } from '@/db/schema'
import type { ProjectView } from '@/schemas/projects/contract'
import type { ProjectCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { toProject } from './view'

/** The project the context is about. */
export async function getProject(ctx: ProjectCtx): Promise<ProjectView> {
  const [row] = await ctx.db
    .select({ project: projects, businessName: businesses.name, businessStatus: businesses.status })
    .from(projects)
    .innerJoin(businesses, eq(businesses.id, projects.businessId))
    .where(and(eq(projects.businessId, ctx.businessId), eq(projects.id, ctx.projectId)))
  if (!row) throw notFound('Project')
  return toProject(row)
}
