import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { policies } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import type { PolicyRow } from './view'

type ScopeCtx = Pick<TenantCtx, 'db' | 'businessId' | 'projectId'>

/** The project's policy, or without a project its business's; null before one was ever saved. */
export async function findPolicy(
  { db, businessId, projectId }: ScopeCtx,
  { lock }: { lock: boolean },
): Promise<PolicyRow | null> {
  const ofScope = projectId === null ? isNull(policies.projectId) : eq(policies.projectId, projectId)
  const query = db
    .select()
    .from(policies)
    .where(and(eq(policies.businessId, businessId), ofScope))
  const [row] = await (lock ? query.for('update') : query)
  return row ? requireReadable(row) : null
}

/**
 * The policies in force for transactions of a project, its business's first. Locks in that order, so that two projects
 * cannot wait for each other.
 */
export async function findActivePolicies(
  { db, businessId, projectId }: ScopeCtx,
  { lock }: { lock: boolean },
): Promise<PolicyRow[]> {
  const ofProject = projectId === null ? undefined : eq(policies.projectId, projectId)
  const query = db
    .select()
    .from(policies)
    .where(and(eq(policies.businessId, businessId), or(isNull(policies.projectId), ofProject)))
    .orderBy(sql`${policies.projectId} nulls first`)
  // `execute` sends it at once, before the caller's next statement.
  const rows = await (lock ? query.for('update') : query).execute()
  return rows.filter((row) => row.isActive).map(requireReadable)
}

const lists = z.object({
  allowedRecipients: z.array(z.object({ address: z.string(), label: z.string() })).nullable(),
  allowedMethods: z
    .array(z.object({ contract: z.string(), selector: z.string().nullable(), label: z.string() }))
    .nullable(),
})

/** Rules that cannot be read allow nothing and are not shown. */
function requireReadable(row: PolicyRow): PolicyRow {
  if (!lists.safeParse(row).success) throw new TypeError('lists of a policy cannot be read')
  return row
}
