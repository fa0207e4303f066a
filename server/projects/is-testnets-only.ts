import { eq } from 'drizzle-orm'
import { projects } from '@/db/schema'
import { cached } from '@/server/changing-cache'
import { workerCtx } from '@/server/ctx'

/** Whether calls of a project that mean a mainnet are refused, as of at most ten seconds ago. */
export const isTestnetsOnly = cached('testnets-only', async (projectId: string) => {
  const [project] = await workerCtx()
    .db.select({ testnetsOnly: projects.testnetsOnly })
    .from(projects)
    .where(eq(projects.id, projectId))
  return project?.testnetsOnly ?? false
})
