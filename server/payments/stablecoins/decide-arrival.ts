import { and, eq } from 'drizzle-orm'
import { paymentArrivals, paymentReceipts, paymentSweeps, payments } from '@/db/schema'
import { arrivalsDue, webhooksDue } from '@/inngest/events'
import type { AuditAction } from '@/schemas/audit/action-texts'
import type { DecisionOutcome } from '@/schemas/payments/exceptions/contract'
import type { ArrivalDecision } from '@/schemas/payments/stablecoins/contract'
import { actorName } from '@/server/actor-name'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { type LockedPayment, lockPayment, type ReceiptRow } from '@/server/payments/settlement/lock-payment'
import { isLossBorneByPlatform, restoreReceipt } from '@/server/payments/settlement/restore-receipt'
import { reverseReceipt } from '@/server/payments/settlement/reverse-receipt'
import { activeProposal } from '@/server/proposals/active-proposal'
import { decideMoney } from '@/server/proposals/decide-money'
import { wake } from '@/server/waking/wake'
import { decisionsOf } from './arrival-decisions'
import { BOOKED_TXN } from './booked-txn'
import { dropProposal, lockRecoveries } from './recovery-proposals'

type ArrivalRow = typeof paymentArrivals.$inferSelect

/**
 * Applies an operator's decision on booked money that was reverted, on money that arrived again, or on a deposit that
 * belongs to no payment and is not to be recovered. It takes effect once a second person makes the same one, at once
 * only for money that left its chain and was never booked. Audited. Throws not_found, and failed if the decision is not
 * possible or one was made already.
 */
export async function decideArrival(ctx: OperatorCtx, decision: ArrivalDecision): Promise<DecisionOutcome> {
  const { arrivalId, reason, kind } = decision
  await lockAsset(ctx, arrivalId)
  // Lock the payment's project first: all code locks in this order.
  const found = await lockBooked(ctx, arrivalId)
  const [arrival] = await ctx.db
    .select()
    .from(paymentArrivals)
    .where(eq(paymentArrivals.depositId, arrivalId))
    .for('update')
  if (!arrival || !found) throw notFound('Arrival')
  if (arrival.decidedBy !== null) throw new ApiError('failed', 'A decision on this money was made already')
  if (!decisionsOf(arrival.state, found.receipt).includes(kind))
    throw new ApiError('failed', 'This decision is not possible for this deposit')
  const recovery = await requireNotMoving(ctx, arrival)
  const [who, proposal] = [actorName(ctx.actor), kind]
  const isThis = eq(paymentArrivals.depositId, arrivalId)
  // Money that left its chain and was never booked is worth nothing; the value of other tokens is not known here.
  const valueMinor = arrival.state === 'REVERTED' && kind === 'ignore' ? 0n : null
  const proposed = await activeProposal(ctx, arrival)
  if (decideMoney({ valueMinor, decision: proposal, who, proposed }) === 'first') {
    await ctx.db.update(paymentArrivals).set({ proposal, proposedBy: who, updatedAt: ctx.now() }).where(isThis)
    await audit(ctx, 'payment_arrival.proposed', decision)
    return { state: 'proposed' }
  }
  if (recovery !== null) await dropProposal(ctx.db, recovery)
  const changed = await applyDecision(ctx, { ...found, arrival, decision })
  const decided = { decidedBy: who, decision: `${kind}: ${reason}`, updatedAt: ctx.now() }
  await ctx.db
    .update(paymentArrivals)
    .set({ ...decided, ...changed })
    .where(isThis)
  if (kind === 'book') ctx.afterCommit(() => wake(arrivalsDue, {}))
  await audit(ctx, `payment_arrival.${kind}`, decision)
  return { state: 'done' }
}

/** Recoveries of its asset wait for the decision, and the decision for them. */
async function lockAsset({ db }: OperatorCtx, arrivalId: string): Promise<void> {
  const [arrival] = await db.select().from(paymentArrivals).where(eq(paymentArrivals.depositId, arrivalId))
  if (arrival) await lockRecoveries(db, arrival)
}

/** The proposal that would recover an unmatched deposit; null if none does. Throws failed once it is being sent. */
async function requireNotMoving({ db }: OperatorCtx, { state, sweepId }: ArrivalRow): Promise<string | null> {
  if (state !== 'FOREIGN' || sweepId === null) return null
  const [sweep] = await db.select().from(paymentSweeps).where(eq(paymentSweeps.id, sweepId))
  if (sweep?.state === 'PROPOSED') return sweep.id
  throw new ApiError('failed', 'Two people have recovered this deposit')
}

type Found = { bookedTxn: string | null; receipt: ReceiptRow | null; locked: LockedPayment | null }

/** The receipt that booked the arrival, locked with its payment. Null if the arrival does not exist. */
async function lockBooked({ db }: OperatorCtx, arrivalId: string): Promise<Found | null> {
  const [arrival] = await db
    .select({ bookedTxn: BOOKED_TXN })
    .from(paymentArrivals)
    .where(eq(paymentArrivals.depositId, arrivalId))
  if (!arrival) return null
  const { bookedTxn } = arrival
  if (bookedTxn === null) return { bookedTxn, receipt: null, locked: null }
  const isOurs = isChain(bookedTxn)
  const [existing] = await db
    .select({ paymentId: payments.id, projectId: payments.projectId })
    .from(paymentReceipts)
    .innerJoin(payments, eq(payments.id, paymentReceipts.paymentId))
    .where(isOurs)
  const locked = existing ? await lockPayment(db, existing) : null
  const [receipt] = await db.select().from(paymentReceipts).where(isOurs).for('update')
  return { bookedTxn, receipt: receipt ?? null, locked }
}

type DecidedArrival = Found & { arrival: ArrivalRow; decision: ArrivalDecision }

/** Applies the decision to the books. Returns the changed columns of the arrival. */
async function applyDecision(ctx: OperatorCtx, { bookedTxn, receipt, locked, arrival, decision }: DecidedArrival) {
  const { kind, reason } = decision
  const { depositId } = arrival
  switch (kind) {
    case 'reverse':
    case 'bear': {
      if (!receipt) throw new Error('the reverted arrival is not booked')
      const borneBy = kind === 'bear' ? 'platform' : 'business'
      const { messages } = await reverseReceipt(ctx, { receipt, locked, borneBy, depositId, reason, ...by(ctx) })
      if (messages > 0) ctx.afterCommit(() => wake(webhooksDue, {}))
      return {}
    }
    case 'same':
      if (bookedTxn === null) throw new Error('the original arrival is not booked')
      if (receipt && isLossBorneByPlatform(receipt))
        await restoreReceipt(ctx, { receipt, depositId, reason, ...by(ctx) })
      await endGone(ctx, { bookedTxn, reason })
      return { state: 'RECEIVED', providerTxnId: bookedTxn } as const
    case 'book': {
      // A new id, because the reverted arrival may have the old one, and its decision must not apply to this money.
      const providerTxnId = `${arrival.providerTxnId}:${arrival.depositId}`
      return { state: 'NEW', providerTxnId, attempts: 0, nextAttemptAt: ctx.now() } as const
    }
    case 'ignore':
      return {}
    default:
      return kind satisfies never
  }
}

/** Ends the reverted arrival, which needs no decision because its transfer was included again. */
async function endGone(ctx: OperatorCtx, { bookedTxn, reason }: { bookedTxn: string; reason: string }): Promise<void> {
  await ctx.db
    .update(paymentArrivals)
    .set({ decidedBy: by(ctx).createdBy, decision: `same: ${reason}`, updatedAt: ctx.now() })
    .where(and(eq(paymentArrivals.state, 'REVERTED'), eq(paymentArrivals.providerTxnId, bookedTxn)))
}

const isChain = (providerTxnId: string) =>
  and(eq(paymentReceipts.provider, 'chain'), eq(paymentReceipts.providerTxnId, providerTxnId))

const by = (ctx: OperatorCtx) => ({ createdBy: actorName(ctx.actor) })

function audit(ctx: OperatorCtx, action: AuditAction, { arrivalId, ...detail }: ArrivalDecision): Promise<void> {
  return appendPlatformAudit(ctx, { action, target: arrivalId, detail })
}
