import { and, eq } from 'drizzle-orm'
import { projects } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'

/** Suspends a project (its keys and tokens are refused within seconds) or lets it work again. */
export async function setProjectStatus(
  { db }: OperatorCtx,
  input: { businessId: string; projectId: string; status: 'active' | 'suspended' },
): Promise<void> {
  const [project] = await db
    .update(projects)
    .set({ status: input.status })
    .where(and(eq(projects.id, input.projectId), eq(projects.businessId, input.businessId)))
    .returning({ id: projects.id })
  if (!project) throw notFound('Project')
}
