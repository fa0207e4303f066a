import { and, eq, gt, isNull, sum } from 'drizzle-orm'
import { proposals, users } from '@/db/schema'
import type { ProposalMutation } from '@/schemas/proposals/words'
import { actorName } from '@/server/actor-name'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'

export type ProposalRequest = {
  act: ProposalMutation
  subject: string
  input: Record<string, unknown>
  valueMinor: bigint | null
}

/** Stores a person's proposal, which a second one can approve. Audited. Returns its id. */
export async function createProposal(ctx: OperatorCtx, request: ProposalRequest): Promise<string> {
  const proposedBy = actorName(ctx.actor)
  const [row] = await ctx.db
    .insert(proposals)
    .values({ ...request, state: 'OPEN', proposedBy, createdAt: ctx.now() })
    .returning({ id: proposals.id })
  if (!row) throw new Error('the proposal was not written')
  const { act: mutation, subject, input } = request
  await appendPlatformAudit(ctx, {
    action: 'proposal.made',
    target: row.id,
    detail: { act: mutation, subject, ...input },
  })
  return row.id
}

/** Records an action of one person: all actions of a day together count towards the limit. */
export async function recordSoloMutation(ctx: OperatorCtx, request: ProposalRequest): Promise<void> {
  const [proposedBy, now] = [actorName(ctx.actor), ctx.now()]
  await ctx.db.insert(proposals).values({ ...request, state: 'DONE', proposedBy, createdAt: now, decidedAt: now })
}

/**
 * Kobo that one person created alone with such mutations in the last 24 hours. Concurrent mutations of one person run
 * one after the other.
 */
export async function sumSoloMutations(ctx: OperatorCtx, mutation: ProposalMutation): Promise<bigint> {
  const { db, actor } = ctx
  if (actor.type === 'user') {
    await db.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for('no key update')
  }
  const since = new Date(ctx.now().getTime() - MS_PER_DAY)
  const [done] = await db
    .select({ minor: sum(proposals.valueMinor) })
    .from(proposals)
    .where(
      and(
        eq(proposals.proposedBy, actorName(actor)),
        eq(proposals.act, mutation),
        eq(proposals.state, 'DONE'),
        isNull(proposals.decidedBy),
        gt(proposals.createdAt, since),
      ),
    )
  return BigInt(done?.minor ?? 0)
}
