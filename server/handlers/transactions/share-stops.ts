import { and, eq, gt, isNull } from 'drizzle-orm'
import { transactionShares } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { auditedStops } from '@/server/recovery/audited-stops'
import { STOPPED_BEFORE } from '@/server/recovery/stop'

/** Revoked read-only links to transactions. */
export const shareStops = auditedStops({
  stopped: ['transaction.link_revoked'],
  subjectOf: ({ detail }) => String(detail.linkId),
  async apply(ctx, { subject: linkId }) {
    const { id, businessId, projectId, transactionId, revokedAt, expiresAt } = transactionShares
    const [revoked] = await ctx.db
      .update(transactionShares)
      .set({ revokedAt: ctx.now() })
      .where(and(eq(id, linkId), isNull(revokedAt), gt(expiresAt, ctx.now())))
      .returning({ businessId, projectId, transactionId })
    if (!revoked) return
    const detail = { linkId, reason: STOPPED_BEFORE }
    const entry = { action: 'transaction.link_revoked', target: revoked.transactionId, detail } as const
    await appendAudit({ ...ctx, ...revoked }, entry)
  },
})
