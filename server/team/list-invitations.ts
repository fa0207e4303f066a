import { and, desc, eq } from 'drizzle-orm'
import { accountLinks } from '@/db/schema'
import type { InvitationView } from '@/schemas/team/contract'
import type { TenantCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { actorNames } from '@/server/people/actor-names'
import { isOpen } from '@/server/people/links/consume-link'
import { toInvitation } from './view'

/** The invitations into the business that can still be accepted, newest first. Takes the worker's handle. */
export async function listInvitations(ctx: TenantCtx): Promise<Rows<InvitationView>> {
  const rows = await ctx.db
    .select()
    .from(accountLinks)
    .where(and(eq(accountLinks.memberOf, ctx.businessId), isOpen(ctx)))
    .orderBy(desc(accountLinks.createdAt), desc(accountLinks.id))
  const nameOf = await actorNames(
    ctx,
    rows.map(({ createdBy }) => createdBy),
  )
  return { items: rows.map((row) => toInvitation(row, nameOf)) }
}
