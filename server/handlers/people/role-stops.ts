import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { memberships } from '@/db/schema'
import { BUSINESS_ROLES, type BusinessRole, isAtLeast } from '@/schemas/people/words'
import { RECOVERY_ACTOR } from '@/schemas/recovery/words'
import { appendAudit } from '@/server/audit/append-audit'
import { auditedEntries } from '@/server/recovery/audited-stops'
import { type AuditRow, STOPPED_BEFORE, type StopKind } from '@/server/recovery/stop'

const roleOf = z.object({ to: z.enum(BUSINESS_ROLES) }).or(z.object({ role: z.enum(BUSINESS_ROLES) }))

/**
 * Roles that members lost. Each role is a separate kind, whose latest entry says whether the member still has at least
 * that role. A restore lowers a role and never raises one.
 */
export const STOPS_OF_ROLES = {
  // The lowest first: a member who lost both is lowered once.
  developer_role: lostRole('developer', { left: 'viewer' }),
  owner_role: lostRole('owner', { left: 'developer' }),
} as const satisfies Record<string, StopKind>

function lostRole(lost: BusinessRole, { left }: { left: BusinessRole }): StopKind {
  const including = BUSINESS_ROLES.filter((role) => isAtLeast(role, lost))
  return auditedEntries({
    actions: ['member.role_changed', 'business.ownership_transferred', 'invitation.accepted'],
    entriesOf: (row) =>
      rolesAfter(row)
        .map(({ userId, role }) => ({ subject: `${row.businessId} ${userId}`, isStop: !isAtLeast(role, lost) }))
        // The role that a recovery leaves to a member says nothing about the next lower one.
        .filter(({ isStop }) => isStop || row.actorId !== RECOVERY_ACTOR),
    async apply(ctx, { subject }) {
      const [businessId = '', userId = ''] = subject.split(' ')
      const isIt = and(eq(memberships.memberOf, businessId), eq(memberships.userId, userId))
      const [member] = await ctx.db
        .select({ role: memberships.role })
        .from(memberships)
        .where(and(isIt, inArray(memberships.role, including)))
        .for('update')
      if (!member) return
      await ctx.db.update(memberships).set({ role: left }).where(isIt)
      const detail = { from: member.role, to: left, reason: STOPPED_BEFORE }
      const entry = { action: 'member.role_changed', target: userId, detail } as const
      await appendAudit({ ...ctx, businessId, projectId: null }, entry)
    },
  })
}

/** The members whose role a row of the audit log set, with the role. An invitation of the platform has another role. */
function rolesAfter({ action, actorId, target, detail }: AuditRow): { userId: string; role: BusinessRole }[] {
  if (action === 'business.ownership_transferred')
    return [
      { userId: target, role: 'owner' },
      { userId: actorId, role: 'developer' },
    ]
  const { data } = roleOf.safeParse(detail)
  if (!data) return []
  return [{ userId: target, role: 'to' in data ? data.to : data.role }]
}
