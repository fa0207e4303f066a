import type { accountLinks, passkeys, sessions, users } from '@/db/schema'
import type { FactorView, LinkView, OwnInvitationView, PersonView, SessionView } from '@/schemas/people/contract'
import type { PasskeyView } from '@/schemas/people/passkeys'
import { isPlatformRole } from '@/schemas/people/words'

/** A person's role in one business. */
type RoleRow = PersonView['memberships'][number] & { userId: string }

/** `roles`: also of operators and members. */
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

export function toFactor(addedAt: Date | null, about: Omit<FactorView, 'addedAt'>): FactorView {
  return { addedAt: addedAt?.toISOString() ?? null, ...about }
}

type PasskeyRow = typeof passkeys.$inferSelect

export function toPasskey({ id, name, createdAt, lastUsedAt, ...row }: PasskeyRow): PasskeyView {
  return {
    id,
    name,
    storage: storageOf(row),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

function storageOf({ isSyncable, isBackedUp }: Pick<PasskeyRow, 'isSyncable' | 'isBackedUp'>): PasskeyView['storage'] {
  if (isBackedUp) return 'synced'
  return isSyncable ? 'not_backed_up' : 'device'
}

type LinkRow = typeof accountLinks.$inferSelect

export function toLink(
  { id, kind, email, name, role }: LinkRow,
  about: Pick<LinkView, 'businessName' | 'hasAccount'>,
): LinkView {
  return { id, kind, email, name, role, ...about }
}

export function toOwnInvitation({ id, role, expiresAt }: LinkRow, businessName: string): OwnInvitationView {
  if (role === null || isPlatformRole(role)) throw new Error('no invitation into a business')
  return { id, businessName, role, expiresAt: expiresAt.toISOString() }
}
