import type { PaymentException, ReceiptOutcome } from '@/schemas/payments/words'

/** The texts about each exception of a payment: the cause, and where the money is. */
export const EXCEPTION_TEXTS = {
  PARTIAL: {
    title: 'Underpaid',
    text: 'The rest did not arrive in time, so nothing was bought. The amount received was credited to the balance of the business, at the rate of this payment.',
  },
  OVERPAID: {
    title: 'Overpaid',
    text: 'The payment is complete. The surplus was credited to the balance of the business, at the rate of this payment.',
  },
  LATE: {
    title: 'Received after the price expired',
    text: 'It does not count towards this payment. It was credited to the balance of the business, at the rate of the day it arrived.',
  },
  DUPLICATE: {
    title: 'Paid twice',
    text: 'This payment was already complete. The second amount was credited to the balance of the business.',
  },
  BASIS_CHANGED: {
    title: 'The plan changed in the meantime',
    text: 'The price applied to the plan at the time of the quote, or a later quote replaced it. The money was credited to the balance of the business.',
  },
} satisfies Record<PaymentException, { title: string; text: string }>

export const OUTCOME_NAMES = {
  HELD: 'Awaiting the rest',
  SETTLED: 'Matched',
  CREDITED: 'Credited to the balance',
  SUSPENSE: 'Under review',
  REFUNDING: 'Being refunded',
  REFUNDED: 'Refunded',
  REVERSED: 'Reversed',
  IGNORED: 'Not counted',
} satisfies Record<ReceiptOutcome, string>
