import { and, count, desc, eq, gt, sql } from 'drizzle-orm'
import { businesses, proposals } from '@/db/schema'
import type { ProposalFilter, ProposalPage } from '@/schemas/proposals/contract'
import { PROPOSAL_TERM_MS } from '@/schemas/proposals/words'
import { actorName } from '@/server/actor-name'
import type { OperatorCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import { actorNames } from '@/server/people/actor-names'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { toProposalView } from './view'

/** The proposals that wait for a second person, newest first. */
export async function listProposals(ctx: OperatorCtx, { page }: ProposalFilter): Promise<ProposalPage> {
  const { db } = ctx
  const since = new Date(ctx.now().getTime() - PROPOSAL_TERM_MS)
  const where = and(eq(proposals.state, 'OPEN'), gt(proposals.createdAt, since))
  const rows = await db
    .select({ proposal: proposals, businessName: businesses.name })
    .from(proposals)
    .leftJoin(businesses, sql`${businesses.id}::text = ${proposals.subject}`)
    .where(where)
    .orderBy(desc(proposals.createdAt), desc(proposals.id))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
  const [counted] = await db.select({ total: count() }).from(proposals).where(where)
  const nameOf = await actorNames(
    { db, businessId: PLATFORM_BUSINESS_ID },
    rows.map(({ proposal }) => proposal.proposedBy),
  )
  const me = actorName(ctx.actor)
  return {
    items: rows.map(({ proposal, businessName }) => toProposalView(proposal, { businessName, nameOf, me })),
    total: counted?.total ?? 0,
    page,
    pageSize: PAGE_SIZE,
  }
}
