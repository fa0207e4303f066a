import { eq, sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { paymentReceipts, payments } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { postJournals } from '@/server/ledger/post-journals'
import { publishPaymentEvents } from '@/server/payments/publish-payment-events'
import type { LockedPayment, ReceiptRow } from './lock-payment'
import { wasRestored } from './restore-receipt'
import { type LossBearer, reverseLegs } from './reverse-legs'
import { settledMicros } from './settled-micros'
import { peggedOfReceipt } from './value-of'

type Reversal = {
  receipt: ReceiptRow
  /** The locked payment of the receipt; null if it has none. */
  locked: LockedPayment | null
  /** The party that bears the loss if the money bought something already. */
  borneBy: 'business' | 'platform'
  reason: string
  createdBy: string
  /** The deposit that was reverted. */
  depositId: string
}

/**
 * Reverses a locked receipt whose money was removed by a reorg. A receipt that waits no longer counts. If it was
 * credited or paid for something, the balance or the platform bears the loss; purchases stay valid. Throws failed if
 * the balance does not cover it.
 */
export async function reverseReceipt(ctx: OperatorCtx, reversal: Reversal): Promise<{ messages: number }> {
  const { receipt, reason, createdBy } = reversal
  const { loss, rateId } = await lossOf(ctx, reversal)
  const isHeld = receipt.outcome === 'HELD'
  const updatedAt = ctx.now()
  await ctx.db
    .update(paymentReceipts)
    .set({
      outcome: 'REVERSED',
      decidedBy: createdBy,
      decision: `${loss.of === 'platform' ? 'bear' : 'reverse'}: ${reason}`,
      updatedAt,
    })
    .where(eq(paymentReceipts.id, receipt.id))
  if (isHeld && receipt.paymentId !== null) {
    const receivedMinor = sql`${payments.receivedMinor} - ${receipt.valueMinor.toString()}::numeric`
    await ctx.db.update(payments).set({ receivedMinor, updatedAt }).where(eq(payments.id, receipt.paymentId))
  }
  const journal = {
    ...{ id: newId(), businessId: receipt.businessId, kind: 'reverse' as const, reason, createdBy },
    ...(rateId === undefined ? {} : { rateId }),
    reference: wasRestored(receipt)
      ? { type: 'deposit' as const, id: reversal.depositId }
      : { type: 'receipt' as const, id: receipt.id },
  }
  const posted = await postJournals(ctx.db, [{ journal, legs: reverseLegs(receipt, loss) }])
  if (!posted.isCovered)
    throw new ApiError('failed', 'The balance of the business does not cover it: let the platform bear it')
  if (receipt.paymentId === null) return { messages: 0 }
  const notices = { paymentId: receipt.paymentId, kind: 'payment.exception' as const, sourceId: journal.id }
  return { messages: await publishPaymentEvents(ctx.db, [notices], updatedAt) }
}

type Lost = { loss: LossBearer; rateId?: string }

async function lossOf({ db }: OperatorCtx, { receipt, locked, borneBy }: Reversal): Promise<Lost> {
  const { outcome, businessId } = receipt
  if (outcome === 'REVERSED') throw new ApiError('failed', 'It is reversed already')
  if (outcome === 'HELD' || outcome === 'SUSPENSE' || outcome === 'IGNORED') return { loss: { of: 'nobody' } }
  if (borneBy === 'platform') return { loss: { of: 'platform' } }
  if (outcome === 'REFUNDED') throw new ApiError('failed', 'It is refunded already: let the platform bear it')
  if (outcome === 'CREDITED') {
    if (receipt.rateId === null) throw new Error(`receipt ${receipt.id} was credited without a rate`)
    return { loss: { of: 'business', businessId, micros: receipt.creditedMicros }, rateId: receipt.rateId }
  }
  if (!locked) throw new Error(`receipt ${receipt.id} paid for nothing`)
  const { payment } = locked
  const micros = await settledMicros(db, { receipt, payment, pegged: await peggedOfReceipt(db, receipt) })
  return { loss: { of: 'business', businessId, micros }, rateId: payment.rateId }
}
