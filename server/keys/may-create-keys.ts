import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { apiKeys, projects } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'

type KeysCtx = Pick<TenantCtx, 'db' | 'businessId'> & { projectId: string }

/** Whether the owners of a project may create a pair of keys: an operator allowed it, or issued a pair before. */
export async function mayCreateKeys({ db, businessId, projectId }: KeysCtx): Promise<boolean> {
  const [allowed] = await db
    .select({ one: sql`1` })
    .from(projects)
    .where(and(eq(projects.businessId, businessId), eq(projects.id, projectId), isNotNull(projects.keysAllowedAt)))
  if (allowed) return true
  return (await db.$count(apiKeys, and(eq(apiKeys.businessId, businessId), eq(apiKeys.projectId, projectId)))) > 0
}
