import { isPlatformRole } from '@/schemas/people/words'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { invitePerson } from '@/server/people/invite-person'
import { requireMailServer } from './invite-member'
import { requireInvitation } from './require-invitation'

/**
 * Emails an invitation again with a new link, valid from now; the former link is dead. Throws not_found, and failed
 * without a mail server.
 */
export async function resendInvitation(ctx: TenantCtx, { invitationId }: { invitationId: string }): Promise<void> {
  requireMailServer()
  const { email, name, role } = await requireInvitation(ctx, invitationId)
  if (role === null || isPlatformRole(role)) throw new Error('no invitation into a business')
  await invitePerson(ctx, { email, name, role, businessId: ctx.businessId })
  await appendAudit(
    { ...ctx, projectId: null },
    { action: 'invitation.resent', target: invitationId, detail: { email } },
  )
}
