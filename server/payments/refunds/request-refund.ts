import { and, eq, inArray, isNotNull, ne, sum } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { paymentRefunds } from '@/db/schema'
import type { RefundOutcome, RequestRefundInput } from '@/schemas/payments/refunds/contract'
import type { RefundTarget } from '@/schemas/payments/words'
import { actorName } from '@/server/actor-name'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { faultPoint } from '@/server/fault-point'
import { refundReference } from '@/server/payments/new-reference'
import { decideMoney } from '@/server/proposals/decide-money'
import { beginRefund } from './begin-refund'
import { OPEN_STATES } from './end-refund'
import { type LockedReceipt, lockReceipt } from './lock-receipt'
import { TOKENS_NOT_REFUNDABLE } from './plan-refund'

/** A new refund has no proposal. */
const NONE = { proposal: null, proposedBy: null }

/**
 * An operator requests a refund of a receipt, whole or in part. If the receipt's refunds exceed the limit together, it
 * waits for a second person; otherwise it begins at once. Throws not_found, conflict while another refund of the
 * receipt is in progress, and failed if less than the amount is left.
 */
export async function requestRefund(ctx: OperatorCtx, input: RequestRefundInput): Promise<RefundOutcome> {
  const lockedReceipt = await lockReceipt(ctx.db, input.receiptId)
  const { receipt } = lockedReceipt
  if (receipt.currency !== 'NGN') throw new ApiError('failed', TOKENS_NOT_REFUNDABLE)
  const units = input.amountNgn
  const given = await givenBefore(ctx, receipt.id)
  if (given + units > receipt.units) throw new ApiError('failed', 'The amount is more than the rest of the receipt')
  const who = actorName(ctx.actor)
  const turn = decideMoney({ valueMinor: given + units, decision: 'refund', who, proposed: NONE })
  const needsSecond = turn === 'first'
  const { to, reason } = input
  const refundId = await openRefund(ctx, { lockedReceipt, to, units, reason, isAgreed: !needsSecond })
  const detail = { receiptId: receipt.id, to, kobo: units.toString(), reason }
  await appendPlatformAudit(ctx, { action: 'refund.requested', target: refundId, detail })
  return { refundId, state: needsSecond ? 'requested' : 'begun' }
}

type RefundShare = Pick<OpenRefundRequest, 'lockedReceipt' | 'to' | 'units'>
type OpenRefundRequest = {
  lockedReceipt: LockedReceipt
  to: RefundTarget
  units: bigint
  reason: string
  isAgreed: boolean
  /** The requester, if it is not the person who approves. */
  requestedBy?: string
}

/** Stores a refund of a locked receipt. With `isAgreed` it begins. Returns its id. */
export async function openRefund(ctx: OperatorCtx, request: OpenRefundRequest): Promise<string> {
  const { lockedReceipt, to, units, reason, isAgreed, requestedBy = actorName(ctx.actor) } = request
  const { id: receiptId, businessId, paymentId, provider, currency } = lockedReceipt.receipt
  await requireNoneOpen(ctx, receiptId)
  const about = { id: newId(), businessId, paymentId, receiptId, provider, currency }
  faultPoint('refund-before-row')
  const [refund] = await ctx.db
    .insert(paymentRefunds)
    .values({ ...about, to, units, reason, reference: await referenceOf(ctx, request), requestedBy })
    .returning()
  faultPoint('refund-after-row')
  if (!refund) throw new Error('the refund was not written')
  if (isAgreed) await beginRefund(ctx, { refund, lockedReceipt })
  return refund.id
}

/**
 * The reference of a refund: the same for the n-th refund of its receipt with this amount that began. A repeated
 * request after a restore is recognized by it, whatever the order of several.
 */
async function referenceOf(
  { db }: OperatorCtx,
  { lockedReceipt: { receipt }, to, units }: RefundShare,
): Promise<string> {
  const { id, provider, providerTxnId } = receipt
  const isSame = and(eq(paymentRefunds.receiptId, id), eq(paymentRefunds.to, to), eq(paymentRefunds.units, units))
  const n = await db.$count(paymentRefunds, and(isSame, isNotNull(paymentRefunds.approvedBy)))
  return refundReference([provider, providerTxnId, to, units.toString(), String(n)])
}

/** Allows one open refund at a time: two concurrent ones could exceed the receipt together. */
async function requireNoneOpen({ db }: OperatorCtx, receiptId: string): Promise<void> {
  const [open] = await db
    .select({ reference: paymentRefunds.reference })
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.receiptId, receiptId), inArray(paymentRefunds.state, ['REQUESTED', ...OPEN_STATES])))
  if (open) throw new ApiError('conflict', `Refund ${open.reference} of this money is under way`)
}

async function givenBefore({ db }: OperatorCtx, receiptId: string): Promise<bigint> {
  const [given] = await db
    .select({ units: sum(paymentRefunds.units) })
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.receiptId, receiptId), ne(paymentRefunds.state, 'FAILED')))
  return BigInt(given?.units ?? 0)
}
