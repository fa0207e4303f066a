import { and, eq, inArray } from 'drizzle-orm'
import { subscriptions } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { auditedStops } from '@/server/recovery/audited-stops'
import { STOPPED_BEFORE } from '@/server/recovery/stop'

/** Subscriptions that are not renewed: the balance does not pay their next period. */
export const renewalStops = auditedStops({
  stopped: ['subscription.renewal_off'],
  lifted: ['subscription.renewal_on'],
  async apply(ctx, { subject: subscriptionId }) {
    const { id, businessId, projectId, autoRenew, status } = subscriptions
    const [canceled] = await ctx.db
      .update(subscriptions)
      .set({ autoRenew: false, canceledAt: ctx.now() })
      .where(and(eq(id, subscriptionId), eq(autoRenew, true), inArray(status, ['ACTIVE', 'PAST_DUE'])))
      .returning({ businessId, projectId })
    if (!canceled) return
    const detail = { reason: STOPPED_BEFORE }
    const entry = { action: 'subscription.renewal_off', target: subscriptionId, detail } as const
    await appendAudit({ ...ctx, ...canceled }, entry)
  },
})
