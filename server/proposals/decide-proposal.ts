import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { proposals } from '@/db/schema'
import type { LinkOutcome, ProposalRef } from '@/schemas/proposals/contract'
import { PROPOSAL_TERM_MS, type ProposalMutation } from '@/schemas/proposals/words'
import { actorName } from '@/server/actor-name'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { activeProposal, PROPOSER_LEFT } from './active-proposal'
import { decideMoney } from './decide-money'

/**
 * The function that carries out each proposed act. It is passed in, because the nouns of these acts are in a layer
 * above this one.
 */
export type ProposalMutations = Record<
  ProposalMutation,
  (ctx: OperatorCtx, input: unknown, proposedBy: string) => Promise<unknown>
>

/**
 * A second person approves a proposal, and it takes effect. Throws not_found, forbidden for its requester, and failed
 * if it was decided already, is older than a day, its requester may no longer act, or it cannot be done any more.
 * Returns the one-time link it made, where none is emailed.
 */
export async function approveProposal(
  ctx: OperatorCtx,
  { proposalId }: ProposalRef,
  mutations: ProposalMutations,
): Promise<LinkOutcome> {
  const row = await lockOpen(ctx, proposalId)
  const proposed = await activeProposal(ctx, { proposal: row.id, proposedBy: row.proposedBy })
  const turn = decideMoney({ valueMinor: null, decision: row.id, who: actorName(ctx.actor), proposed })
  if (turn !== 'second') throw new ApiError('failed', PROPOSER_LEFT)
  if (ctx.now().getTime() - row.createdAt.getTime() > PROPOSAL_TERM_MS) {
    throw new ApiError('failed', 'It was proposed more than a day ago: propose it again')
  }
  const done = await mutations[row.act](ctx, row.input, row.proposedBy)
  await decideProposal(ctx, row, 'DONE')
  return { state: 'done', link: madeLink.safeParse(done).data?.link ?? null }
}

/** Rejects a proposal. Throws not_found, and failed if it was decided already. */
export async function dropProposal(ctx: OperatorCtx, { proposalId }: ProposalRef): Promise<void> {
  await decideProposal(ctx, await lockOpen(ctx, proposalId), 'DROPPED')
}

/** The answer of an act that makes a one-time link. */
const madeLink = z.object({ link: z.string().nullable() })

export type ProposalRow = typeof proposals.$inferSelect

async function lockOpen({ db }: OperatorCtx, id: string): Promise<ProposalRow> {
  const [row] = await db.select().from(proposals).where(eq(proposals.id, id)).for('update')
  if (!row) throw notFound('Proposal')
  if (row.state !== 'OPEN') throw new ApiError('failed', 'A decision was made already')
  return row
}

type ProposalKey = { act: ProposalMutation; subject: string; input: Record<string, string> }

/** The newest open proposal of a mutation with these inputs, locked; null if there is none. It is valid for a day. */
export async function findOpenProposal({ db, now }: OperatorCtx, key: ProposalKey): Promise<ProposalRow | null> {
  const isSame = and(
    eq(proposals.act, key.act),
    eq(proposals.subject, key.subject),
    sql`${proposals.input} @> ${JSON.stringify(key.input)}::jsonb`,
  )
  const since = new Date(now().getTime() - PROPOSAL_TERM_MS)
  const [row] = await db
    .select()
    .from(proposals)
    .where(and(eq(proposals.state, 'OPEN'), gt(proposals.createdAt, since), isSame))
    .orderBy(desc(proposals.createdAt), desc(proposals.id))
    .limit(1)
    .for('update')
  return row ?? null
}

/** Ends a locked proposal. Audited. */
export async function decideProposal(
  ctx: OperatorCtx,
  { id, act: mutation, subject, proposedBy }: ProposalRow,
  state: 'DONE' | 'DROPPED',
): Promise<void> {
  const decided = { state, decidedBy: actorName(ctx.actor), decidedAt: ctx.now() }
  await ctx.db.update(proposals).set(decided).where(eq(proposals.id, id))
  const action = state === 'DONE' ? 'proposal.approved' : 'proposal.dropped'
  await appendPlatformAudit(ctx, { action, target: id, detail: { act: mutation, subject, proposedBy } })
}
