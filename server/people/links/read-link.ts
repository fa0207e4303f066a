import { eq } from 'drizzle-orm'
import { businesses, users } from '@/db/schema'
import type { LinkView, ReadLinkInput } from '@/schemas/people/contract'
import type { WorkerCtx } from '@/server/ctx'
import { toLink } from '@/server/people/view'
import { requireOpenLink } from './consume-link'

/**
 * The data for the page of a link, before the link is used. Reading does not use it up, because mail scanners open
 * links too. Throws the errors of `requireOpenLink`.
 */
export async function readLink({ db, now }: WorkerCtx, input: ReadLinkInput): Promise<LinkView> {
  const link = await requireOpenLink({ db, now }, input)
  const hasAccount = (await db.$count(users, eq(users.email, link.email))) > 0
  if (link.memberOf === null) return toLink(link, { businessName: null, hasAccount })
  const [business] = await db.select({ name: businesses.name }).from(businesses).where(eq(businesses.id, link.memberOf))
  return toLink(link, { businessName: business?.name ?? null, hasAccount })
}
