import { and, eq } from 'drizzle-orm'
import { accountLinks, memberships, users } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import { isPlatformRole } from '@/schemas/people/words'
import { appendAudit } from '@/server/audit/append-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { consumeLink, isOpen, linkGone } from './consume-link'

type Join = { person: Person; invitationId: string }

/**
 * Accepts an invitation to the person's own address. The address of an account is confirmed, so a session proves as
 * much as the link. Throws failed if the invitation is used up or another person's, forbidden for operators and
 * support, conflict for a member.
 */
export async function joinBusiness(ctx: OperatorCtx, { person, invitationId }: Join): Promise<{ businessId: string }> {
  // The current address: a person who changed it since is no longer invited.
  const [user] = await ctx.db
    .select({ email: users.email, platformRole: users.platformRole })
    .from(users)
    .where(and(eq(users.id, person.id), eq(users.isActive, true)))
    .for('share')
  if (!user) throw linkGone()
  if (user.platformRole) throw new ApiError('forbidden', 'Operators and support belong to no business.')
  const isOwn = and(eq(accountLinks.kind, 'invitation'), eq(accountLinks.email, user.email))
  const [link] = await ctx.db
    .select()
    .from(accountLinks)
    .where(and(eq(accountLinks.id, invitationId), isOwn, isOpen(ctx)))
  if (!link?.role || !link.memberOf || isPlatformRole(link.role)) throw linkGone()
  const { id, role, memberOf } = link
  await consumeLink(ctx, { id })
  const [membership] = await ctx.db
    .insert(memberships)
    .values({ userId: person.id, memberOf, role })
    .onConflictDoNothing()
    .returning({ userId: memberships.userId })
  if (!membership) throw new ApiError('conflict', 'You belong to this business already.')
  const entry = { action: 'invitation.accepted', target: person.id, detail: { role, invitationId: id } } as const
  await appendAudit({ ...ctx, businessId: memberOf, projectId: null }, entry)
  return { businessId: memberOf }
}
