import { and, eq } from 'drizzle-orm'
import { policies } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import type { PolicyRow } from './view'

/** The project's policy; null before one was ever saved. */
export async function findPolicy(
  { db, businessId, projectId }: Pick<TenantCtx, 'db' | 'businessId'> & { projectId: string },
  { lock }: { lock: boolean },
): Promise<PolicyRow | null> {
  const query = db
    .select()
    .from(policies)
    .where(and(eq(policies.businessId, businessId), eq(policies.projectId, projectId)))
  // `execute` sends it here and now, before what the caller asks next.
  const [row] = await (lock ? query.for('update') : query).execute()
  return row ?? null
}
