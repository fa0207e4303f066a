import { asc, eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { projects } from '@/db/schema'
import { teamLink } from './portal-links'

/** The page with the team of a business, as its first project shows it. */
export async function teamLinkOf({ db }: { db: Database }, businessId: string): Promise<string> {
  const [project] = await db
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.businessId, businessId))
    .orderBy(asc(projects.createdAt))
    .limit(1)
  return teamLink(project?.id)
}
