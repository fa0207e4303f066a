import { and, eq } from 'drizzle-orm'
import { depositAccounts, paymentReceipts, payments } from '@/db/schema'
import type { AuditAction } from '@/schemas/audit/action-texts'
import type { DecisionOutcome, ExceptionDecision } from '@/schemas/payments/exceptions/contract'
import { actorName } from '@/server/actor-name'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import { requireCustomer } from '@/server/businesses/require-customer'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { requireRate } from '@/server/fx/require-rate'
import { postJournals } from '@/server/ledger/post-journals'
import { exceptionCauseOf, mailException } from '@/server/payments/mails/mail-exceptions'
import { wakeOutboxes } from '@/server/payments/mails/wake-outboxes'
import { type LockedReceipt, lockReceipt as lockReceiptOfPayment } from '@/server/payments/refunds/lock-receipt'
import { TOKENS_NOT_REFUNDABLE } from '@/server/payments/refunds/plan-refund'
import { openRefund } from '@/server/payments/refunds/request-refund'
import { bookReceipt } from '@/server/payments/settlement/book-receipt'
import { creditReceipt } from '@/server/payments/settlement/credit-receipt'
import { lockPayment, type ReceiptRow } from '@/server/payments/settlement/lock-payment'
import { peggedOfReceipt } from '@/server/payments/settlement/value-of'
import { activeProposal } from '@/server/proposals/active-proposal'
import { decideMoney } from '@/server/proposals/decide-money'

type Apply = Extract<ExceptionDecision, { kind: 'apply' }>
type Credit = Extract<ExceptionDecision, { kind: 'credit' }>
type Refund = Extract<ExceptionDecision, { kind: 'refund' }>

/**
 * Applies an operator's decision on money in suspense. Above the limit, it takes effect once a second person makes the
 * same decision. Throws not_found, and failed if it is decided already or cannot be applied.
 */
export async function decideException(ctx: OperatorCtx, decision: ExceptionDecision): Promise<DecisionOutcome> {
  // Lock the payment's project first: all code locks in this order.
  const locked = decision.kind === 'apply' ? await lockTarget(ctx, decision) : null
  const lockedReceipt = decision.kind === 'refund' ? await lockReceiptOfPayment(ctx.db, decision.receiptId) : null
  const receipt = await lockReceipt(ctx, decision.receiptId)
  const proposal = JSON.stringify({ ...decision, reason: undefined })
  const who = actorName(ctx.actor)
  // The value of tokens is not known here.
  const valueMinor = receipt.currency === 'NGN' ? receipt.units : null
  const proposed = await activeProposal(ctx, receipt)
  if (decideMoney({ valueMinor, decision: proposal, who, proposed }) === 'first') {
    await ctx.db.update(paymentReceipts).set({ proposal, proposedBy: who }).where(eq(paymentReceipts.id, receipt.id))
    await audit(ctx, 'payment-exception.proposed', decision)
    return { state: 'proposed' }
  }
  const decided = { decidedBy: who, decision: `${decision.kind}: ${decision.reason}` }
  await ctx.db.update(paymentReceipts).set(decided).where(eq(paymentReceipts.id, receipt.id))
  const { postings, messages } = await applyDecision(ctx, { decision, receipt, locked, lockedReceipt })
  await postJournals(ctx.db, postings)
  if (messages > 0) ctx.afterCommit(wakeOutboxes)
  await audit(ctx, `payment-exception.${decision.kind}`, decision)
  return { state: 'done' }
}

type DecidedException = {
  decision: ExceptionDecision
  receipt: ReceiptRow
  locked: Awaited<ReturnType<typeof lockTarget>> | null
  lockedReceipt: LockedReceipt | null
}

async function applyDecision(ctx: OperatorCtx, { decision, receipt, locked, lockedReceipt }: DecidedException) {
  switch (decision.kind) {
    case 'credit':
      return creditAsOperator(ctx, receipt, decision)
    case 'ignore':
      await ctx.db.update(paymentReceipts).set({ outcome: 'IGNORED' }).where(eq(paymentReceipts.id, receipt.id))
      return { postings: [], messages: 0 }
    case 'apply':
      if (!locked) throw new Error('the payment is not locked')
      return applyAsOperator(ctx, receipt, locked)
    case 'refund':
      if (!lockedReceipt) throw new Error('the receipt is not locked')
      await refundAsOperator(ctx, lockedReceipt, decision)
      return { postings: [], messages: 0 }
    default:
      return decision satisfies never
  }
}

/**
 * Money without an owner is refunded in full. `isAgreed`: the exception queue has the second person's approval already.
 */
async function refundAsOperator(ctx: OperatorCtx, lockedReceipt: LockedReceipt, { reason }: Refund): Promise<void> {
  const { units, currency, proposedBy } = lockedReceipt.receipt
  if (currency !== 'NGN') throw new ApiError('failed', TOKENS_NOT_REFUNDABLE)
  const requestedBy = proposedBy ?? actorName(ctx.actor)
  await openRefund(ctx, { lockedReceipt, to: 'PROVIDER', units, reason, isAgreed: true, requestedBy })
}

async function creditAsOperator(ctx: OperatorCtx, receipt: ReceiptRow, { businessId, reason }: Credit) {
  await requireCustomer(ctx, businessId)
  const pegged = await peggedOfReceipt(ctx.db, receipt)
  if (pegged === null && receipt.currency !== 'NGN') {
    throw new ApiError('failed', 'The value of this token is unknown: it cannot be credited')
  }
  const rate = await requireRate(ctx)
  const credit = { businessId, receipt, pegged, rate, exceptions: [], reason, createdBy: actorName(ctx.actor) }
  const postings = [await creditReceipt(ctx.db, credit, ctx.now())]
  const happened = exceptionCauseOf(receipt.exceptions)
  return { postings, messages: await mailException(ctx, { receiptIds: [receipt.id], happened }) }
}

/** Books the money as if it had arrived at the payment's account before the quote ended. */
async function applyAsOperator(ctx: OperatorCtx, receipt: ReceiptRow, { locked, account }: Target) {
  const { payment } = locked
  const { businessId, id: paymentId } = payment
  const paidAt = new Date(Math.min(receipt.paidAt.getTime(), payment.expiryAt.getTime() - 1))
  const moved = { businessId, paymentId, accountId: account.id }
  await ctx.db.update(paymentReceipts).set(moved).where(eq(paymentReceipts.id, receipt.id))
  return bookReceipt(ctx, { locked, account, receipt: { ...receipt, ...moved, paidAt }, isStored: true })
}

type Target = {
  locked: NonNullable<Awaited<ReturnType<typeof lockPayment>>>
  account: typeof depositAccounts.$inferSelect
}

async function lockTarget({ db }: OperatorCtx, { paymentId, receiptId }: Apply): Promise<Target> {
  const [found] = await db
    .select({ projectId: payments.projectId, currency: paymentReceipts.currency })
    .from(payments)
    .leftJoin(paymentReceipts, eq(paymentReceipts.id, receiptId))
    .where(eq(payments.id, paymentId))
  const locked = found ? await lockPayment(db, { paymentId, projectId: found.projectId }) : null
  if (!found || !locked) throw notFound('Payment')
  if (locked.payment.status !== 'PENDING' || locked.payment.isReplaced) {
    throw new ApiError('failed', 'The payment no longer accepts money: credit it to the balance')
  }
  const [account] = await db
    .select()
    .from(depositAccounts)
    .where(and(eq(depositAccounts.paymentId, paymentId), eq(depositAccounts.currency, found.currency ?? 'NGN')))
    .limit(1)
  if (!account) throw new ApiError('failed', 'The payment has no account in this currency')
  return { locked, account }
}

async function lockReceipt({ db }: OperatorCtx, id: string): Promise<ReceiptRow> {
  const [row] = await db.select().from(paymentReceipts).where(eq(paymentReceipts.id, id)).for('update')
  if (!row) throw notFound('Receipt')
  if (row.outcome !== 'SUSPENSE') throw new ApiError('failed', 'A decision on this money was made already')
  return row
}

function audit(ctx: OperatorCtx, action: AuditAction, { receiptId, ...detail }: ExceptionDecision): Promise<void> {
  return appendPlatformAudit(ctx, { action, target: receiptId, detail })
}
