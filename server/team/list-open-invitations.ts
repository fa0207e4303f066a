import { and, desc, eq } from 'drizzle-orm'
import { accountLinks, businesses } from '@/db/schema'
import type { OpenInvitationFilter, OpenInvitationView } from '@/schemas/team/contract'
import type { OperatorCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { actorNames } from '@/server/people/actor-names'
import { isOpen } from '@/server/people/links/consume-link'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { toOpenInvitation } from './view'

const MAX = 200

/** The newest invitations of a business, or of all, that can still be accepted. */
export async function listOpenInvitations(
  ctx: OperatorCtx,
  { businessId }: OpenInvitationFilter,
): Promise<Rows<OpenInvitationView>> {
  const { id, name } = businesses
  const rows = await ctx.db
    .select({ link: accountLinks, business: { id, name } })
    .from(accountLinks)
    .leftJoin(businesses, eq(id, accountLinks.memberOf))
    .where(
      and(
        eq(accountLinks.kind, 'invitation'),
        businessId === undefined ? undefined : eq(accountLinks.memberOf, businessId),
        isOpen(ctx),
      ),
    )
    .orderBy(desc(accountLinks.createdAt), desc(accountLinks.id))
    .limit(MAX)
  const nameOf = await actorNames(
    { ...ctx, businessId: PLATFORM_BUSINESS_ID },
    rows.map(({ link }) => link.createdBy),
  )
  return { items: rows.map((row) => toOpenInvitation(row, nameOf)) }
}
