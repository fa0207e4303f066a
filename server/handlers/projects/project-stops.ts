import { and, eq } from 'drizzle-orm'
import { projects } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { auditedStops } from '@/server/recovery/audited-stops'
import { STOPPED_BEFORE } from '@/server/recovery/stop'

/** Suspended projects. */
export const projectStops = auditedStops({
  stopped: ['project.suspended'],
  lifted: ['project.active'],
  async apply(ctx, { subject: projectId }) {
    const [stopped] = await ctx.db
      .update(projects)
      .set({ status: 'suspended' })
      .where(and(eq(projects.id, projectId), eq(projects.status, 'active')))
      .returning({ businessId: projects.businessId })
    if (!stopped) return
    const entry = { action: 'project.suspended', target: projectId, detail: { reason: STOPPED_BEFORE } }
    await appendAudit({ ...ctx, ...stopped, projectId }, entry)
  },
})
