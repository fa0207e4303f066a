import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { revokeLink } from '@/server/people/links/revoke-links'
import { requireInvitation } from './require-invitation'

/** Makes an invitation useless from now on. Throws not_found if it was accepted meanwhile. */
export async function withdrawInvitation(ctx: TenantCtx, { invitationId }: { invitationId: string }): Promise<void> {
  const { email } = await requireInvitation(ctx, invitationId)
  if (!(await revokeLink(ctx, invitationId))) throw notFound('Invitation')
  const entry = { action: 'invitation.withdrawn', target: invitationId, detail: { email } } as const
  await appendAudit({ ...ctx, projectId: null }, entry)
}
