import type { PaymentException, PaymentStatus } from '@/schemas/payments/words'

/** What is known of a payment, under its lock, when money for it comes. */
export type PaymentFacts = {
  status: PaymentStatus
  isReplaced: boolean
  expiryAt: Date
  /** Kobo. */
  amountMinor: bigint
  /** What waits for the rest: kobo at the payment's rate. */
  heldMinor: bigint
  basis: Basis
}

/**
 * What runs now against what ran when it was quoted. `changed`: another plan or period does. `renewable`: so, but it is
 * the very plan that is paid for, at its full price: one more period of it.
 */
export type Basis = 'same' | 'renewable' | 'changed'

export type ReceiptFacts = {
  /** Kobo at the payment's rate. */
  valueMinor: bigint
  /** With it all that its account asked for has come, whatever rounding to kobo makes of it. */
  fillsAccount: boolean
  paidAt: Date
}

export type ReceiptDecision =
  /** It waits for the rest. */
  | { kind: 'hold' }
  /**
   * With what waits it pays. `surplusMinor` goes to the balance at the payment's rate, `aboveMinor` at the rate of now.
   */
  | { kind: 'settle'; surplusMinor: bigint; aboveMinor: bigint; isRenewal: boolean; exceptions: PaymentException[] }
  /** It goes to the balance at the rate of now; with `closes` what waits does too, and the payment fails. */
  | { kind: 'credit'; closes: boolean; exceptions: PaymentException[] }

/** What money that came for a payment does. The only place that says so. */
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
