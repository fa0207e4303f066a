import { and, eq } from 'drizzle-orm'
import { projects } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'

type Status = (typeof projects.$inferSelect)['status']

/**
 * Writes the status and returns the previous one. `setProjectStatus` handles the consequences of a change. Throws
 * not_found.
 */
export async function changeProjectStatus(
  { db }: OperatorCtx,
  { businessId, projectId, status }: { businessId: string; projectId: string; status: Status },
): Promise<Status> {
  const isIt = and(eq(projects.id, projectId), eq(projects.businessId, businessId))
  const [before] = await db.select({ status: projects.status }).from(projects).where(isIt).for('update')
  if (!before) throw notFound('Project')
  await db.update(projects).set({ status }).where(isIt)
  return before.status
}
