import { memberships, users } from '@/db/schema'
import type { AcceptInvitationInput } from '@/schemas/people/contract'
import { isPlatformRole } from '@/schemas/people/words'
import { appendAudit } from '@/server/audit/append-audit'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { hashPassword } from '@/server/people/password'
import { consumeLink, linkGone, requireOpenLink } from './consume-link'

/**
 * Opens the account an invitation is for and sets its password. Throws failed for a link that is used up, conflict if
 * the address has an account.
 */
export async function acceptInvitation(ctx: OperatorCtx, input: AcceptInvitationInput): Promise<{ email: string }> {
  const link = await requireOpenLink(ctx, { token: input.token, kind: 'invitation' })
  const { email, role, memberOf } = link
  if (role === null) throw linkGone()
  const passwordHash = await hashPassword(input.password)
  await consumeLink(ctx, link)
  const [user] = await ctx.db
    .insert(users)
    .values({ name: input.name, email, passwordHash, platformRole: isPlatformRole(role) ? role : null })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (!user) throw new ApiError('conflict', 'This email address has an account: sign in to accept.')
  const actor = { type: 'user', id: user.id, name: input.name } as const
  const entry = { action: 'invitation.accepted', target: user.id, detail: { role, invitationId: link.id } } as const
  if (isPlatformRole(role)) {
    await appendPlatformAudit({ ...ctx, actor }, entry)
    return { email }
  }
  if (memberOf === null) throw linkGone()
  await ctx.db.insert(memberships).values({ userId: user.id, memberOf, role })
  await appendAudit({ ...ctx, actor, businessId: memberOf, projectId: null }, entry)
  return { email }
}
