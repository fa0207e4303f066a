import type { StateLook } from '@/components/ui/state-badge'
import type { PaymentException, PaymentPurpose, PaymentStatus, ReceiptOutcome } from '@/server/payments/words'

export const PAYMENT_LOOKS = {
  PENDING: { tone: 'accent', label: 'Waiting', busy: true },
  SUCCESS: { tone: 'success', label: 'Paid' },
  FAILED: { tone: 'danger', label: 'Not paid' },
  REFUNDED: { tone: 'neutral', label: 'Refunded' },
} satisfies Record<PaymentStatus, StateLook>

export const PURPOSE_NAMES = {
  SUBSCRIPTION: 'Plan',
  WALLET_TOPUP: 'Top-up',
} satisfies Record<PaymentPurpose, string>

export const EXCEPTION_TEXTS = {
  PARTIAL: 'Less came than was asked.',
  OVERPAID: 'More came than was asked; the rest is in the balance.',
  LATE: 'Money came after the price had expired; it is in the balance.',
  DUPLICATE: 'Money came again after it was paid; that is in the balance.',
  BASIS_CHANGED: 'The plan had changed in between; the money is in the balance.',
} satisfies Record<PaymentException, string>

export const OUTCOME_NAMES = {
  HELD: 'Waits for the rest',
  SETTLED: 'Paid it',
  CREDITED: 'Went to the balance',
  SUSPENSE: 'Is being looked into',
  REFUNDED: 'Went back',
  REVERSED: 'Taken back',
  IGNORED: 'Not counted',
} satisfies Record<ReceiptOutcome, string>
