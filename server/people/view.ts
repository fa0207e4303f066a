import type { sessions, users } from '@/db/schema'
import type { PersonView, SessionView } from './contract'

/** A person's role in one business. */
type RoleRow = PersonView['memberships'][number] & { userId: string }

/** `roles`: of anybody. */
export function toPerson(
  row: typeof users.$inferSelect,
  { roles, lastSeenAt }: { roles: readonly RoleRow[]; lastSeenAt: Date | null },
): PersonView {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    isActive: row.isActive,
    platformRole: row.platformRole,
    memberships: roles
      .filter(({ userId }) => userId === row.id)
      .map(({ businessId, businessName, role }) => ({ businessId, businessName, role })),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

export function toSession(row: typeof sessions.$inferSelect, currentId: string): SessionView {
  return {
    id: row.id,
    ip: row.ip,
    userAgent: row.userAgent,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    isCurrent: row.id === currentId,
  }
}
