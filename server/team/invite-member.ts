import { and, eq } from 'drizzle-orm'
import { accountLinks } from '@/db/schema'
import type { InviteMemberInput } from '@/schemas/team/contract'
import type { TenantCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { ApiError } from '@/server/errors'
import { invitePerson } from '@/server/people/invite-person'
import { isOpen } from '@/server/people/links/consume-link'

/** The maximum of open invitations of one business, which prevents bulk email. */
export const MAX_OPEN_INVITATIONS = 50

/**
 * Emails an invitation into the business; one to the same address is replaced. Without a mail server only an operator
 * invites: who sees the link of a foreign address could open its account. Throws failed for that and past the limit,
 * conflict for a member.
 */
export async function inviteMember(ctx: TenantCtx, input: InviteMemberInput): Promise<void> {
  requireMailServer()
  const isOfBusiness = and(eq(accountLinks.memberOf, ctx.businessId), isOpen(ctx))
  if ((await ctx.db.$count(accountLinks, isOfBusiness)) >= MAX_OPEN_INVITATIONS) {
    throw new ApiError('failed', `At most ${MAX_OPEN_INVITATIONS} invitations may be open. Withdraw some first.`)
  }
  await invitePerson(ctx, { ...input, name: null, businessId: ctx.businessId })
}

/** Throws failed if the installation sends no email. */
export function requireMailServer(): void {
  if (env().SMTP_URL === undefined) {
    throw new ApiError('failed', 'This installation sends no email. Ask its operator to invite people.')
  }
}
