import { and, desc, eq, inArray } from 'drizzle-orm'
import { accountLinks, businesses } from '@/db/schema'
import type { OwnInvitationView, Person } from '@/schemas/people/contract'
import { BUSINESS_ROLES } from '@/schemas/people/words'
import type { WorkerCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { toOwnInvitation } from '@/server/people/view'
import { isOpen } from './consume-link'

const MAX = 50

/** The open invitations to the person's own address, newest first. */
export async function listOwnInvitations(ctx: WorkerCtx, person: Person): Promise<Rows<OwnInvitationView>> {
  const isOwn = and(eq(accountLinks.kind, 'invitation'), eq(accountLinks.email, person.email))
  const rows = await ctx.db
    .select({ link: accountLinks, businessName: businesses.name })
    .from(accountLinks)
    .innerJoin(businesses, eq(businesses.id, accountLinks.memberOf))
    .where(and(isOwn, isOpen(ctx), inArray(accountLinks.role, [...BUSINESS_ROLES])))
    .orderBy(desc(accountLinks.createdAt), desc(accountLinks.id))
    .limit(MAX)
  return { items: rows.map(({ link, businessName }) => toOwnInvitation(link, businessName)) }
}
