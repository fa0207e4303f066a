import { eq } from 'drizzle-orm'
import { approvals, transactions } from '@/db/schema'
import type { DecisionInput } from '@/schemas/approvals/contract'
import { actorName } from '@/server/actor-name'
import { findChain } from '@/server/chains/registry'
import type { Actor, ProjectCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { failUnapproved } from './fail-unapproved'
import { isApproval } from './is-approval'
import { isDecidable } from './is-decidable'
import { refuseDecision } from './refuse-decision'

/**
 * Refuses a transaction that waits for a second person: it fails, its requester is notified, its gas hold is released.
 * The engine's role writes it. Throws not_found, forbidden (their own request), conflict (decided already, too late),
 * unavailable (its chain is off).
 */
export async function rejectTransaction(ctx: ProjectCtx, { approvalId, note }: DecisionInput): Promise<void> {
  const [found] = await ctx.db
    .select({ chainId: transactions.chainId })
    .from(approvals)
    .innerJoin(transactions, eq(transactions.id, approvals.transactionId))
    .where(isApproval(ctx, approvalId))
  if (!found) throw notFound('Approval')
  const chain = await findChain(found.chainId)
  if (!chain) throw new ApiError('unavailable', `Chain ${found.chainId} is switched off: nothing can end on it now`)
  const { actor, requestId } = ctx
  const isEnded = await failUnapproved(chain, {
    where: isDecidable(ctx, approvalId),
    status: 'rejected',
    decidedBy: actorName(actor),
    note: note || null,
    error: rejectionText(actor, note),
    actor,
    requestId,
    now: ctx.now(),
  })
  if (!isEnded) await refuseDecision(ctx, approvalId)
}

/** The error in the record of a rejected transaction. */
export function rejectionText(actor: Actor, note: string): string {
  const by = actor.type === 'user' ? actor.name : actorName(actor)
  return note ? `Rejected by ${by}: ${note}` : `Rejected by ${by}`
}
