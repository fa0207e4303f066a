import { and, desc, eq, inArray } from 'drizzle-orm'
import { auditLog } from '@/db/schema'
import type { TimelineView } from '@/schemas/transactions/detail/contract'
import type { TenantCtx } from '@/server/ctx'
import { actorNames } from '@/server/people/actor-names'
import { toRequest } from './view'

const ACTIONS = ['transaction.cancelled', 'transaction.cancel_requested', 'transaction.speed_up_requested']

/** The requests to cancel or expedite a transaction, from the audit log; newest first. */
export async function listRequests(
  ctx: Pick<TenantCtx, 'db' | 'businessId'>,
  transactionId: string,
): Promise<TimelineView['requests']> {
  const rows = await ctx.db
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.businessId, ctx.businessId),
        eq(auditLog.target, transactionId),
        inArray(auditLog.action, ACTIONS),
      ),
    )
    .orderBy(desc(auditLog.seq))
    .limit(20)
  const actorOf = (row: (typeof rows)[number]) => `${row.actorType}:${row.actorId}`
  const nameOf = await actorNames(ctx, rows.map(actorOf))
  return rows.map((row) => toRequest(row, nameOf(actorOf(row))))
}
