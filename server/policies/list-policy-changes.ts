import { and, desc, eq } from 'drizzle-orm'
import { auditLog } from '@/db/schema'
import type { PolicyChangeView } from '@/schemas/policies/contract'
import type { TenantCtx } from '@/server/ctx'
import { actorNames } from '@/server/people/actor-names'
import { toPolicyChange } from './view'

const LATEST = 20

/**
 * The changes of the project's policy, or without a project of the business's, and who made them; newest first, from
 * the audit log.
 */
export async function listPolicyChanges(ctx: TenantCtx): Promise<PolicyChangeView[]> {
  const { db, businessId, projectId } = ctx
  const rows = await db
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.businessId, businessId),
        eq(auditLog.action, 'policy.saved'),
        eq(auditLog.target, projectId ?? businessId),
      ),
    )
    .orderBy(desc(auditLog.seq))
    .limit(LATEST)
  const actorOf = (row: (typeof rows)[number]) => `${row.actorType}:${row.actorId}`
  const nameOf = await actorNames(ctx, rows.map(actorOf))
  return rows.map((row) => toPolicyChange(row, nameOf(actorOf(row))))
}
