import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { memberships, noticeMutes, projects } from '@/db/schema'
import { MAILING_CHOSEN, NOTICE_KINDS } from '@/schemas/notices/words'
import { appendAudit } from '@/server/audit/append-audit'
import { auditedEntries } from '@/server/recovery/audited-stops'
import { STOPPED_BEFORE } from '@/server/recovery/stop'

const chosen = z.object({ kind: z.enum(NOTICE_KINDS), mailing: z.string() })

/** Emails that a person switched off, by kind of notice and project. */
export const mailingStops = auditedEntries({
  actions: [MAILING_CHOSEN],
  entriesOf({ projectId, target, detail }) {
    const { data } = chosen.safeParse(detail)
    return data ? [{ subject: `${projectId} ${target} ${data.kind}`, isStop: data.mailing === 'off' }] : []
  },
  async apply(ctx, { subject }) {
    const [projectId = '', userId = '', name] = subject.split(' ')
    const kind = z.enum(NOTICE_KINDS).parse(name)
    const [project] = await ctx.db
      .select({ businessId: projects.businessId })
      .from(projects)
      .innerJoin(memberships, eq(memberships.memberOf, projects.businessId))
      .where(and(eq(projects.id, projectId), eq(memberships.userId, userId)))
    if (!project) return
    const off = { isMailed: false, isDaily: false }
    const { businessId, projectId: ofProject, userId: ofPerson, kind: ofKind, isMailed } = noticeMutes
    const changed = await ctx.db
      .insert(noticeMutes)
      .values({ ...project, projectId, userId, kind, ...off })
      .onConflictDoUpdate({
        target: [businessId, ofProject, ofPerson, ofKind],
        set: off,
        setWhere: eq(isMailed, true),
      })
      .returning({ userId: ofPerson })
    if (changed.length === 0) return
    const detail = { kind, mailing: 'off', reason: STOPPED_BEFORE }
    await appendAudit({ ...ctx, ...project, projectId }, { action: MAILING_CHOSEN, target: userId, detail })
  },
})
