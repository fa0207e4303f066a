import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { auditLog } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { actorNames } from '@/server/people/actor-names'
import type { PolicyChangeView } from './contract'

const LATEST = 20
const detail = z.object({ changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })) })

/** What was changed of the project's policy, or without a project of its business's, and by whom; newest first, from the audit log. */
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
  return rows.map((row) => ({
    seq: row.seq,
    by: nameOf(actorOf(row)),
    at: row.createdAt.toISOString(),
    changes: detail.safeParse(row.detail).data?.changes ?? {},
  }))
}
