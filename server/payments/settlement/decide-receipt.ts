import type { PaymentException, PaymentStatus } from '@/schemas/payments/words'

/** The facts about a payment, read under its lock, that decide a new receipt. */
export type PaymentFacts = {
  status: PaymentStatus
  isReplaced: boolean
  expiryAt: Date
  /** In kobo. */
  amountMinor: bigint
  /** The sum of receipts that wait for the rest, in kobo at the payment's rate. */
  heldMinor: bigint
  basis: QuoteBasis
}

/**
 * Compares the running subscription with the one at the time of the quote. `changed`: another plan or period runs.
 * `renewable`: that is so, but the running plan is the purchased one at its full price, so the payment buys one more
 * period of it.
 */
export type QuoteBasis = 'same' | 'renewable' | 'changed'

export type ReceiptFacts = {
  /** In kobo at the payment's rate. */
  valueMinor: bigint
  /** Whether the receipt completes the requested amount of its account, before rounding to kobo. */
  fillsAccount: boolean
  paidAt: Date
}

export type ReceiptDecision =
  /** The receipt waits for the rest of the amount. */
  | { kind: 'hold' }
  /**
   * The receipt completes the payment, together with those that wait. `surplusMinor` is credited to the balance at the
   * payment's rate, `aboveMinor` at the current rate.
   */
  | { kind: 'settle'; surplusMinor: bigint; aboveMinor: bigint; isRenewal: boolean; exceptions: PaymentException[] }
  /**
   * The receipt is credited to the balance at the current rate. With `closes`, the receipts that wait are credited too,
   * and the payment fails.
   */
  | { kind: 'credit'; closes: boolean; exceptions: PaymentException[] }

/** Decides what a receipt does for its payment. Nothing else decides it. Pure. */
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
  // The locked rate applies to twice the quoted amount at most. Without a bound, a cheap quote would be an option on
  // any amount.
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
