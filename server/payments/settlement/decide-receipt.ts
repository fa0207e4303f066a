import type { PaymentException, PaymentStatus } from '@/schemas/payments/words'

/** The state of a payment, read under its lock, when money for it comes. */
export type PaymentFacts = {
  status: PaymentStatus
  isReplaced: boolean
  expiryAt: Date
  /** Kobo. */
  amountMinor: bigint
  /** Receipts that wait for the rest of the amount: kobo at the payment's rate. */
  heldMinor: bigint
  basis: Basis
}

/**
 * Compares the running subscription with the one at the time of the quote. `changed`: another plan or period runs.
 * `renewable`: also changed, but the running plan is the one that is paid for, at its full price. The payment then buys
 * one more period of it.
 */
export type Basis = 'same' | 'renewable' | 'changed'

export type ReceiptFacts = {
  /** Kobo at the payment's rate. */
  valueMinor: bigint
  /** Whether the receipt completes the amount that its account asked for, regardless of rounding to kobo. */
  fillsAccount: boolean
  paidAt: Date
}

export type ReceiptDecision =
  /** The receipt waits for the rest of the amount. */
  | { kind: 'hold' }
  /**
   * The receipt pays for the payment, together with those that wait. `surplusMinor` goes to the balance at the
   * payment's rate, `aboveMinor` at the current rate.
   */
  | { kind: 'settle'; surplusMinor: bigint; aboveMinor: bigint; isRenewal: boolean; exceptions: PaymentException[] }
  /**
   * The receipt goes to the balance at the current rate. With `closes`, the receipts that wait go there too, and the
   * payment fails.
   */
  | { kind: 'credit'; closes: boolean; exceptions: PaymentException[] }

/** Decides how a receipt is applied to its payment. This is the only place that decides it. */
export function decideReceipt(payment: PaymentFacts, receipt: ReceiptFacts): ReceiptDecision {
  const late: PaymentException[] = receipt.paidAt >= payment.expiryAt ? ['LATE'] : []
  if (payment.isReplaced) return credit(['BASIS_CHANGED', ...late])
  switch (payment.status) {
    case 'SUCCESS':
    case 'REFUNDED':
      return credit(['DUPLICATE', ...late])
    case 'FAILED':
      return credit(['LATE'])
    case 'PENDING':
      return late.length > 0 ? credit(late) : decideInTime(payment, receipt)
    default:
      return payment.status satisfies never
  }
}

function decideInTime(payment: PaymentFacts, { valueMinor, fillsAccount }: ReceiptFacts): ReceiptDecision {
  const { amountMinor } = payment
  const overMinor = payment.heldMinor + valueMinor - amountMinor
  if (overMinor < 0n && !fillsAccount) return { kind: 'hold' }
  if (payment.basis === 'changed') return { ...credit(['BASIS_CHANGED']), closes: true }
  const exceptions: PaymentException[] = overMinor > 0n ? ['OVERPAID'] : []
  // A locked rate is for what was quoted: without a bound a cheap quote is an option on any amount.
  const aboveMinor = overMinor > amountMinor ? overMinor - amountMinor : 0n
  return {
    kind: 'settle',
    surplusMinor: overMinor > 0n ? overMinor - aboveMinor : 0n,
    aboveMinor,
    isRenewal: payment.basis === 'renewable',
    exceptions,
  }
}

function credit(exceptions: PaymentException[]) {
  return { kind: 'credit', closes: false, exceptions } as const
}
