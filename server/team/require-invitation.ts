import { and, eq } from 'drizzle-orm'
import { accountLinks } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { isOpen, type LinkRow } from '@/server/people/links/consume-link'

/** An open invitation into the business. Throws not_found for any other. */
export async function requireInvitation(ctx: TenantCtx, invitationId: string): Promise<LinkRow> {
  const isIt = and(eq(accountLinks.id, invitationId), eq(accountLinks.memberOf, ctx.businessId))
  const [invitation] = await ctx.db
    .select()
    .from(accountLinks)
    .where(and(isIt, isOpen(ctx)))
  if (!invitation) throw notFound('Invitation')
  return invitation
}
