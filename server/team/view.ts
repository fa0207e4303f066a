import type { accountLinks, memberships, users } from '@/db/schema'
import { isPlatformRole } from '@/schemas/people/words'
import type { InvitationView, MemberView } from '@/schemas/team/contract'

type MemberRow = Pick<typeof users.$inferSelect, 'name' | 'email' | 'isActive'> &
  Pick<typeof memberships.$inferSelect, 'userId' | 'role'>

export function toTeamMember(
  row: MemberRow,
  facts: { lastSeenAt: Date | null; hasFactor: boolean | null; me: string },
): MemberView {
  const { userId, name, email, role, isActive } = row
  const lastSeenAt = facts.lastSeenAt?.toISOString() ?? null
  return { userId, name, email, role, isActive, hasFactor: facts.hasFactor, isSelf: userId === facts.me, lastSeenAt }
}

export function toInvitation(row: typeof accountLinks.$inferSelect, nameOf: (actor: string) => string): InvitationView {
  const { id, email, role, createdBy, createdAt, expiresAt } = row
  if (role === null || isPlatformRole(role)) throw new Error('no invitation into a business')
  const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
  return { id, email, role, invitedBy: nameOf(createdBy), ...times }
}
