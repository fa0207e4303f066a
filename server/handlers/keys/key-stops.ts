import { and, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { apiKeys } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { STOPPED_BEFORE, type StopKind } from '@/server/recovery/stop'

/** Keys that were revoked or that expired. */
export const keyStops: StopKind = {
  async list({ db, now }, { since }) {
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

/**
 * The ends of keys that run out. An end is part of the subject, so that each is kept although it is in the future; of
 * several the earliest counts, because ends only come closer.
 */
export const keyEndStops: StopKind = {
  async list({ db }, { since }) {
    const { id, expiresAt } = apiKeys
    const rows = await db.select({ id, expiresAt }).from(apiKeys).where(gt(expiresAt, since))
    return rows.flatMap((row) => {
      if (row.expiresAt === null) return []
      const subject = `${row.id} ${row.expiresAt.toISOString()}`
      return [{ id: row.id, subject, isStop: true, at: row.expiresAt.getTime() }]
    })
  },
  async apply(ctx, { subject }) {
    const [keyId = '', end = ''] = subject.split(' ')
    const { id, revokedAt, expiresAt } = apiKeys
    const endsAt = new Date(end)
    const [ending] = await ctx.db
      .update(apiKeys)
      .set({ expiresAt: endsAt })
      .where(and(eq(id, keyId), isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, endsAt))))
      .returning()
    if (!ending) return
    const detail = { lastFour: ending.lastFour, expiresAt: end, reason: STOPPED_BEFORE }
    const { businessId, projectId } = ending
    await appendAudit({ ...ctx, businessId, projectId }, { action: 'key.end_set', target: keyId, detail })
  },
}
