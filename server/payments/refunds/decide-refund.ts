import { eq } from 'drizzle-orm'
import { paymentRefunds } from '@/db/schema'
import { refundsDue } from '@/inngest/events'
import type { CloseRefundInput, DropRefundInput, RefundRef } from '@/schemas/payments/refunds/contract'
import { actorName } from '@/server/actor-name'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { wakeOutboxes } from '@/server/payments/mails/wake-outboxes'
import { newReference } from '@/server/payments/new-reference'
import { activeProposal, PROPOSER_LEFT } from '@/server/proposals/active-proposal'
import { decideMoney } from '@/server/proposals/decide-money'
import { wake } from '@/server/waking/wake'
import { beginRefund, type RefundRow } from './begin-refund'
import { endRefund } from './end-refund'
import { lockReceipt } from './lock-receipt'

/**
 * A second person approves a refund, which begins it. Throws not_found, forbidden for its requester, and failed if it
 * waits for no approval or its requester may no longer act.
 */
export async function approveRefund(ctx: OperatorCtx, { refundId }: RefundRef): Promise<void> {
  const { refund, receiptId } = await findRefund(ctx, refundId)
  const lockedReceipt = await lockReceipt(ctx.db, receiptId)
  const now = await lockRefund(ctx, refund.id)
  if (now.state !== 'REQUESTED') throw new ApiError('failed', 'The refund no longer waits for an approval')
  const proposed = await activeProposal(ctx, { proposal: refundId, proposedBy: now.requestedBy })
  const turn = decideMoney({ valueMinor: null, decision: refundId, who: actorName(ctx.actor), proposed })
  if (turn !== 'second') throw new ApiError('failed', PROPOSER_LEFT)
  await beginRefund(ctx, { refund: now, lockedReceipt })
  const detail = { receiptId, to: now.to, kobo: now.units.toString() }
  await appendPlatformAudit(ctx, { action: 'refund.approved', target: refundId, detail })
}

/**
 * Drops a refund that waits for a second person, or whose provider needs missing details. The reserved money returns to
 * its account. Throws not_found, and failed while the provider may still pay it.
 */
export async function dropRefund(ctx: OperatorCtx, { refundId, reason }: DropRefundInput): Promise<void> {
  const { refund, receiptId } = await findRefund(ctx, refundId)
  await lockReceipt(ctx.db, receiptId)
  const { state } = await lockRefund(ctx, refund.id)
  if (state === 'REQUESTED') {
    const now = ctx.now()
    // No provider has its reference: the next refund with this amount takes it over.
    const reference = newReference('RFD')
    const dropped = { state: 'FAILED', problem: reason, reference, endedAt: now, updatedAt: now } as const
    await ctx.db.update(paymentRefunds).set(dropped).where(eq(paymentRefunds.id, refundId))
  } else if (state === 'NEEDS_DETAILS') {
    const end = { refundId, receiptId, state: 'FAILED', providerRef: null, problem: reason } as const
    const messages = await endRefund(ctx, { ...end, createdBy: actorName(ctx.actor) })
    if (messages) ctx.afterCommit(wakeOutboxes)
  } else {
    const reason = state === 'PROCESSING' ? 'The provider may still pay the refund' : 'The refund has ended'
    throw new ApiError('failed', reason)
  }
  await appendPlatformAudit(ctx, { action: 'refund.dropped', target: refundId, detail: { receiptId, reason } })
}

/**
 * Records that a failed refund needs no further action: it is paid in another way, or not at all. No money moves.
 * Throws not_found, and failed if it did not fail or is closed.
 */
export async function closeRefund(ctx: OperatorCtx, { refundId, reason }: CloseRefundInput): Promise<void> {
  await findRefund(ctx, refundId)
  const { state, closedBy } = await lockRefund(ctx, refundId)
  if (state !== 'FAILED' || closedBy !== null)
    throw new ApiError('failed', 'The refund is not a failed one that is open')
  const closed = { closedBy: actorName(ctx.actor), updatedAt: ctx.now() }
  await ctx.db.update(paymentRefunds).set(closed).where(eq(paymentRefunds.id, refundId))
  await appendPlatformAudit(ctx, { action: 'refund.closed', target: refundId, detail: { reason } })
}

/** Checks a refund with its provider now. Throws not_found, and failed if it is not in progress. */
export async function retryRefund(ctx: OperatorCtx, { refundId }: RefundRef): Promise<void> {
  const { refund } = await findRefund(ctx, refundId)
  const { state, provider } = await lockRefund(ctx, refund.id)
  if (state !== 'PROCESSING' && state !== 'NEEDS_DETAILS') throw new ApiError('failed', 'The refund is not in progress')
  await ctx.db.update(paymentRefunds).set({ nextAttemptAt: ctx.now() }).where(eq(paymentRefunds.id, refundId))
  ctx.afterCommit(() => wake(refundsDue, { provider }))
  await appendPlatformAudit(ctx, { action: 'refund.asked', target: refundId, detail: {} })
}

async function findRefund({ db }: OperatorCtx, id: string): Promise<{ refund: RefundRow; receiptId: string }> {
  const [refund] = await db.select().from(paymentRefunds).where(eq(paymentRefunds.id, id))
  if (!refund?.receiptId) throw notFound('Refund')
  return { refund, receiptId: refund.receiptId }
}

async function lockRefund({ db }: OperatorCtx, id: string): Promise<RefundRow> {
  const [refund] = await db.select().from(paymentRefunds).where(eq(paymentRefunds.id, id)).for('update')
  if (!refund) throw notFound('Refund')
  return refund
}
