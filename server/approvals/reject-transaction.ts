import { eq } from 'drizzle-orm'
import { approvals, transactions } from '@/db/schema'
import type { DecisionInput } from '@/schemas/approvals/contract'
import { requireRunningChain } from '@/server/chains/require-running-chain'
import type { ProjectCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { failUnapproved } from './fail-unapproved'
import { isApproval } from './is-approval'
import { isDecidable } from './is-decidable'
import { refuseDecision } from './refuse-decision'
import { rejection } from './rejection'

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
  const chain = await requireRunningChain(found.chainId)
  const isEnded = await failUnapproved(chain, { where: isDecidable(ctx, approvalId), ...rejection(ctx, note) })
  if (!isEnded) await refuseDecision(ctx, approvalId)
}
