import type { accountLinks, businesses, memberships, users } from '@/db/schema'
import { isPlatformRole } from '@/schemas/people/words'
import type { InvitationView, MemberView, OpenInvitationView } from '@/schemas/team/contract'

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

type OpenRow = {
  link: typeof accountLinks.$inferSelect
  business: Pick<typeof businesses.$inferSelect, 'id' | 'name'> | null
}

export function toOpenInvitation({ link, business }: OpenRow, nameOf: (actor: string) => string): OpenInvitationView {
  const { id, email, name, role, createdBy, createdAt, expiresAt } = link
  if (role === null) throw new Error('an invitation without a role')
  const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
  return { id, email, name, role, business, invitedBy: nameOf(createdBy), ...times }
}
