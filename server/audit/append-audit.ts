import { desc, eq, sql } from 'drizzle-orm'
import { auditLog } from '@/db/schema'
import type { AuditAction } from '@/schemas/audit/action-texts'
import type { Actor, TenantCtx } from '@/server/ctx'
import { auditHash } from './audit-hash'

/** The context that an audit row needs; an operator's verb adds the business it acts on. */
export type AuditCtx = Pick<TenantCtx, 'db' | 'businessId' | 'projectId' | 'requestId' | 'now'> & { actor: Actor }

export type AuditEntry = { action: AuditAction; target: string; detail?: Record<string, unknown> }

export const FIRST_HASH = ''

/**
 * Adds a row to the business's audit chain, in the transaction of the change that it records. Takes the chain's lock
 * until commit, so call it last. `detail` holds no secrets.
 */
export async function appendAudit(ctx: AuditCtx, { action, target, detail = {} }: AuditEntry): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${ctx.businessId}`}, 0))`)
  const [last] = await ctx.db
    .select({ seq: auditLog.seq, hash: auditLog.hash })
    .from(auditLog)
    .where(eq(auditLog.businessId, ctx.businessId))
    .orderBy(desc(auditLog.seq))
    .limit(1)
  const row = {
    businessId: ctx.businessId,
    seq: (last?.seq ?? 0) + 1,
    projectId: ctx.projectId,
    actorType: ctx.actor.type,
    actorId: ctx.actor.id,
    action,
    target,
    detail,
    requestId: ctx.requestId,
    previousHash: last?.hash ?? FIRST_HASH,
    createdAt: ctx.now(),
  }
  await ctx.db.insert(auditLog).values({ ...row, hash: await auditHash(row) })
}
