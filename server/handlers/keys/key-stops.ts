import { and, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { apiKeys } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { STOPPED_BEFORE, type StopKind } from '@/server/recovery/stop'

/** Keys that were revoked or that expired. */
export const keyStops: StopKind = {
  async list({ db, now }, since) {
    const { id, revokedAt, expiresAt } = apiKeys
    const rows = await db
      .select({ id, revokedAt, expiresAt })
      .from(apiKeys)
      .where(or(gt(revokedAt, since), and(gt(expiresAt, since), lte(expiresAt, now()))))
    return rows.map((row) => {
      const at = (row.revokedAt ?? row.expiresAt ?? since).getTime()
      return { id: row.id, subject: row.id, isStop: true, at }
    })
  },
  async apply(ctx, { subject }) {
    const { db, now } = ctx
    const { id, revokedAt, expiresAt } = apiKeys
    const [ended] = await db
      .update(apiKeys)
      .set({ revokedAt: now() })
      .where(and(eq(id, subject), isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, now()))))
      .returning()
    if (!ended) return
    const detail = { lastFour: ended.lastFour, reason: STOPPED_BEFORE }
    const { businessId, projectId } = ended
    await appendAudit({ ...ctx, businessId, projectId }, { action: 'key.revoked', target: subject, detail })
  },
}
