import { asc, eq } from 'drizzle-orm'
import { projects } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'

/** The projects of the business, the oldest first. */
export function listProjects({
  db,
  businessId,
}: Pick<TenantCtx, 'db' | 'businessId'>): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(eq(projects.businessId, businessId))
    .orderBy(asc(projects.createdAt))
}
