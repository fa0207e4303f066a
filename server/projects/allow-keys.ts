import { and, eq, isNull } from 'drizzle-orm'
import { projects } from '@/db/schema'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { notFound } from '@/server/errors'

type ProjectCtx = AuditCtx & { projectId: string }

/**
 * An operator permits the owners of a project to create its first pair of API keys, which only they then see. A
 * repetition changes nothing. Throws not_found.
 */
export async function allowKeys(ctx: ProjectCtx): Promise<void> {
  const { db, businessId, projectId, now } = ctx
  const isIt = and(eq(projects.businessId, businessId), eq(projects.id, projectId))
  const [allowed] = await db
    .update(projects)
    .set({ keysAllowedAt: now() })
    .where(and(isIt, isNull(projects.keysAllowedAt)))
    .returning({ id: projects.id })
  if (allowed) return appendAudit(ctx, { action: 'key.allowed', target: projectId })
  if ((await db.$count(projects, isIt)) === 0) throw notFound('Project')
}
