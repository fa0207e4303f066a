import { and, eq } from 'drizzle-orm'
import { businesses } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { auditedStops } from '@/server/recovery/audited-stops'
import { STOPPED_BEFORE } from '@/server/recovery/stop'

/** Suspended businesses. */
export const businessStops = auditedStops({
  stopped: ['business.suspended'],
  lifted: ['business.active'],
  async apply(ctx, { subject: businessId }) {
    const isActive = and(eq(businesses.id, businessId), eq(businesses.status, 'active'))
    const stopped = await ctx.db
      .update(businesses)
      .set({ status: 'suspended' })
      .where(and(isActive, eq(businesses.kind, 'customer')))
      .returning({ id: businesses.id })
    if (stopped.length === 0) return
    const entry = { action: 'business.suspended', target: businessId, detail: { reason: STOPPED_BEFORE } } as const
    await appendAudit({ ...ctx, businessId, projectId: null }, entry)
  },
})

/** Businesses that require a second factor of their members. */
export const factorRequirementStops = auditedStops({
  stopped: ['business.second_factor_required'],
  lifted: ['business.second_factor_optional'],
  async apply(ctx, { subject: businessId }) {
    const required = await ctx.db
      .update(businesses)
      .set({ requiresFactor: true, updatedAt: ctx.now() })
      .where(and(eq(businesses.id, businessId), eq(businesses.requiresFactor, false)))
      .returning({ id: businesses.id })
    if (required.length === 0) return
    const detail = { reason: STOPPED_BEFORE }
    const entry = { action: 'business.second_factor_required', target: businessId, detail } as const
    await appendAudit({ ...ctx, businessId, projectId: null }, entry)
  },
})
