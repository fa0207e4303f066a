import { and, eq } from 'drizzle-orm'
import { businesses, projects } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'

export type ProjectView = {
  id: string
  name: string
  status: 'active' | 'suspended'
  businessId: string
  businessName: string
  businessStatus: 'active' | 'suspended'
  /** Calls that mean a mainnet are refused. */
  testnetsOnly: boolean
  webhookSecretVersion: number
  createdAt: string
}

/** The project the context is about. */
export async function getProject(ctx: TenantCtx & { projectId: string }): Promise<ProjectView> {
  const [row] = await ctx.db
    .select({ project: projects, businessName: businesses.name, businessStatus: businesses.status })
    .from(projects)
    .innerJoin(businesses, eq(businesses.id, projects.businessId))
    .where(and(eq(projects.businessId, ctx.businessId), eq(projects.id, ctx.projectId)))
  if (!row) throw notFound('Project')
  const { project, businessName, businessStatus } = row
  return {
    id: project.id,
    name: project.name,
    status: project.status,
    businessId: project.businessId,
    businessName,
    businessStatus,
    testnetsOnly: project.testnetsOnly,
    webhookSecretVersion: project.webhookSecretVersion,
    createdAt: project.createdAt.toISOString(),
  }
}
