import { eq } from 'drizzle-orm'
import { businesses, projects } from '@/db/schema'
import { type Suspended, suspendedOf } from '@/schemas/businesses/words'
import type { Person } from '@/schemas/people/contract'
import type { BusinessRole } from '@/schemas/people/words'
import { workerCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'

type ProjectMembership = { businessId: string; role: BusinessRole; suspended: Suspended | null }

/**
 * The business of a project, whether either of them is suspended, and what the person may do there. A project the
 * person cannot see answers like an unknown one.
 */
export async function requireProjectAccess(person: Person, projectId: string): Promise<ProjectMembership> {
  const [project] = await workerCtx()
    .db.select({ businessId: projects.businessId, status: projects.status, businessStatus: businesses.status })
    .from(projects)
    .innerJoin(businesses, eq(businesses.id, projects.businessId))
    .where(eq(projects.id, projectId))
  if (!project) throw notFound('Project')
  const suspended = suspendedOf(project)
  if (person.platformRole) return { businessId: project.businessId, role: 'viewer', suspended }
  const membership = person.memberships.find(({ businessId }) => businessId === project.businessId)
  if (!membership) throw notFound('Project')
  return { businessId: project.businessId, role: membership.role, suspended }
}
