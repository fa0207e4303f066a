import { and, eq } from 'drizzle-orm'
import { accountLinks } from '@/db/schema'
import { isPlatformRole } from '@/schemas/people/words'
import type { LinkOutcome } from '@/schemas/proposals/contract'
import { type AuditEntry, appendAudit } from '@/server/audit/append-audit'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { invitePerson } from '@/server/people/invite-person'
import { isOpen, type LinkRow } from '@/server/people/links/consume-link'
import { areLinksHandedOver } from '@/server/people/links/create-link'
import { revokeLink } from '@/server/people/links/revoke-links'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { inviteAsOperator } from './invite-as-operator'

type Invitation = { invitationId: string }

/**
 * An operator invites the same person again by a new link; the former link no longer works. It is decided like a first
 * invitation if it gives more than that one did: to the platform, and if the operator sees the new link. Throws
 * not_found if it was accepted or revoked meanwhile.
 */
export async function resendInvitationAsOperator(ctx: OperatorCtx, { invitationId }: Invitation): Promise<LinkOutcome> {
  const invitation = await requireOpenInvitation(ctx, invitationId)
  const { email, name, role, memberOf } = invitation
  if (role === null) throw new Error('an invitation without a role')
  const invited = { email, name: name ?? email, role, businessId: memberOf ?? undefined }
  if (isPlatformRole(role) || areLinksHandedOver()) return inviteAsOperator(ctx, invited)
  const { link } = await invitePerson(ctx, { ...invited, name })
  await record(ctx, invitation, 'invitation.resent')
  return { state: 'done', link }
}

/** An operator makes an invitation useless. Throws not_found if it was accepted or revoked meanwhile. */
export async function withdrawInvitationAsOperator(ctx: OperatorCtx, { invitationId }: Invitation): Promise<void> {
  const invitation = await requireOpenInvitation(ctx, invitationId)
  if (!(await revokeLink(ctx, invitationId))) throw notFound('Invitation')
  await record(ctx, invitation, 'invitation.withdrawn')
}

async function requireOpenInvitation(ctx: OperatorCtx, invitationId: string): Promise<LinkRow> {
  const [invitation] = await ctx.db
    .select()
    .from(accountLinks)
    .where(and(eq(accountLinks.id, invitationId), eq(accountLinks.kind, 'invitation'), isOpen(ctx)))
  if (!invitation) throw notFound('Invitation')
  return invitation
}

function record(ctx: OperatorCtx, { id, email, memberOf }: LinkRow, action: AuditEntry['action']): Promise<void> {
  const businessId = memberOf ?? PLATFORM_BUSINESS_ID
  return appendAudit({ ...ctx, businessId, projectId: null }, { action, target: id, detail: { email } })
}
