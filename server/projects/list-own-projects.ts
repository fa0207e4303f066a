import { asc, eq, inArray } from 'drizzle-orm'
import { businesses, projects } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import type { OwnProject } from '@/schemas/projects/contract'
import type { WorkerCtx } from '@/server/ctx'

/** The projects of the businesses a person belongs to. */
export async function listOwnProjects({ db }: WorkerCtx, person: Person): Promise<OwnProject[]> {
  const businessIds = person.memberships.map(({ businessId }) => businessId)
  if (businessIds.length === 0) return []
  return db
    .select({
      id: projects.id,
      name: projects.name,
      businessId: projects.businessId,
      businessName: businesses.name,
    })
    .from(projects)
    .innerJoin(businesses, eq(businesses.id, projects.businessId))
    .where(inArray(projects.businessId, businessIds))
    .orderBy(asc(businesses.name), asc(projects.createdAt))
}
