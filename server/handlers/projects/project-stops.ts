import { and, eq } from 'drizzle-orm'
import { projects } from '@/db/schema'
import { NETWORKS_CHOSEN } from '@/schemas/projects/words'
import { appendAudit } from '@/server/audit/append-audit'
import { auditedEntries, auditedStops } from '@/server/recovery/audited-stops'
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
    const entry = { action: 'project.suspended', target: projectId, detail: { reason: STOPPED_BEFORE } } as const
    await appendAudit({ ...ctx, ...stopped, projectId }, entry)
  },
})

/** Projects that are limited to testnets. */
export const testnetsOnlyStops = auditedEntries({
  actions: [NETWORKS_CHOSEN],
  entriesOf: ({ target, detail }) => [{ subject: target, isStop: detail.testnetsOnly === true }],
  async apply(ctx, { subject: projectId }) {
    const [limited] = await ctx.db
      .update(projects)
      .set({ testnetsOnly: true })
      .where(and(eq(projects.id, projectId), eq(projects.testnetsOnly, false)))
      .returning({ businessId: projects.businessId })
    if (!limited) return
    const detail = { testnetsOnly: true, reason: STOPPED_BEFORE }
    await appendAudit({ ...ctx, ...limited, projectId }, { action: NETWORKS_CHOSEN, target: projectId, detail })
  },
})
