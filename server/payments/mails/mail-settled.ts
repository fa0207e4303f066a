import type { WorkerCtx } from '@/server/ctx'
import { findOwners, mailEachOwner, type Owner } from '@/server/mail/mail-owners'
import { queueInSavepoint } from '@/server/mail/queue-in-savepoint'
import { receipt } from '@/server/mail/templates/receipt'
import { renewed } from '@/server/mail/templates/renewed'
import type { PaymentRow } from '@/server/payments/settlement/lock-payment'
import { type PaymentSummary, type ReceivedFunds, readReceived, readSummary } from './read-summary'

type Settled = {
  payment: Pick<PaymentRow, 'id' | 'businessId'>
  /** The amount paid beyond the price, and the credit for it in the balance. */
  surplus: { minor: bigint; micros: bigint }
  /** Values that the caller has read already, as they are after the payment. */
  known?: {
    owners?: readonly Owner[] | undefined
    summary?: PaymentSummary | undefined
    receivedFunds?: readonly ReceivedFunds[] | undefined
  }
}

/**
 * Emails the owners once that a payment is paid. Call it in the transaction that settles it, after the update. Returns
 * the number of new emails.
 */
export function mailSettled(ctx: WorkerCtx, { payment, surplus, known = {} }: Settled): Promise<number> {
  const { id: paymentId, businessId } = payment
  return queueInSavepoint(ctx, `payment ${paymentId}`, async () => {
    // The queries are sent together, in one network round trip.
    const [owners, summary, receivedFunds] = await Promise.all([
      known.owners ?? findOwners(ctx.db, businessId),
      known.summary ?? readSummary(ctx.db, paymentId),
      known.receivedFunds ?? readReceived(ctx.db, { paymentId }),
    ])
    const { settledAt, paymentRef, providerId, amountMinor, amountUsdMicros } = summary.payment
    const [at, { url, purchase, projectName, paidUntil }] = [settledAt ?? ctx.now(), summary]
    const notification = { businessId, source: 'payment', sourceId: paymentId, onceKey: `receipt:${paymentId}` }
    if (providerId === 'balance') {
      const charge = { priceMinor: amountMinor, chargedMicros: amountUsdMicros, paymentRef, renewedAt: at }
      const write = { url, purchase, projectName, ...charge, paidUntil: paidUntil ?? at }
      return mailEachOwner(ctx, owners, { ...notification, write: (reader) => renewed({ ...reader, ...write }) })
    }
    const paid = { ...paidFacts(summary.payment, receivedFunds), surplus: surplus.micros > 0n ? surplus : null }
    return mailEachOwner(ctx, owners, {
      ...notification,
      write: (reader) => receipt({ ...reader, url, purchase, projectName, paymentRef, paidAt: at, paidUntil, ...paid }),
    })
  })
}

function paidFacts({ purpose, amountMinor, amountUsdMicros }: PaymentRow, receivedFunds: readonly ReceivedFunds[]) {
  return {
    amountMinor,
    received: receivedFunds.filter(({ outcome }) => outcome === 'SETTLED').map(({ text }) => text),
    addedMicros: purpose === 'WALLET_TOPUP' ? amountUsdMicros : null,
  }
}
