import { eq } from 'drizzle-orm'
import { projects } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import type { BusinessRole, Person } from '@/server/people/contract'

/** The business of a project and what the person may do there. A project the person cannot see answers like an unknown one. */
export async function requireProjectAccess(
  person: Person,
  projectId: string,
): Promise<{ businessId: string; role: BusinessRole }> {
  const [project] = await workerCtx()
    .db.select({ businessId: projects.businessId })
    .from(projects)
    .where(eq(projects.id, projectId))
  if (!project) throw notFound('Project')
  if (person.platformRole) return { businessId: project.businessId, role: 'viewer' }
  const membership = person.memberships.find(({ businessId }) => businessId === project.businessId)
  if (!membership) throw notFound('Project')
  return { businessId: project.businessId, role: membership.role }
}
