import type { PaymentException, ReceiptOutcome } from '@/server/payments/words'

/** What happened besides paying exactly what was asked in time, and where the money is. */
export const EXCEPTION_TEXTS = {
  PARTIAL: {
    title: 'Less came than was asked',
    text: 'The rest did not come in time, so nothing was bought. What came is in the balance of the business, at the rate of this payment.',
  },
  OVERPAID: {
    title: 'More came than was asked',
    text: 'It is paid. The surplus is in the balance of the business, at the rate of this payment.',
  },
  LATE: {
    title: 'Money came after the price had expired',
    text: 'It does not pay this any more. It is in the balance of the business, at the rate of the day it came.',
  },
  DUPLICATE: {
    title: 'Money came again',
    text: 'This was paid already. What came again is in the balance of the business.',
  },
  BASIS_CHANGED: {
    title: 'The plan had changed in between',
    text: 'The price was for what ran when it was quoted, or a later quote took its place. The money is in the balance of the business.',
  },
} satisfies Record<PaymentException, { title: string; text: string }>

export const OUTCOME_NAMES = {
  HELD: 'Waits for the rest',
  SETTLED: 'Paid it',
  CREDITED: 'Went to the balance',
  SUSPENSE: 'Is being looked into',
  REFUNDING: 'Goes back',
  REFUNDED: 'Went back',
  REVERSED: 'Taken back',
  IGNORED: 'Not counted',
} satisfies Record<ReceiptOutcome, string>
