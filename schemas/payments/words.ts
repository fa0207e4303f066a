export const PAYMENT_PURPOSES = ['SUBSCRIPTION', 'WALLET_TOPUP'] as const
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number]

export const PAYMENT_STATES = ['PENDING', 'SUCCESS', 'FAILED', 'REFUNDED'] as const
export type PaymentStatus = (typeof PAYMENT_STATES)[number]

/** The ways in which received money deviates from the exact amount in time; several can apply to one payment. */
export const PAYMENT_EXCEPTIONS = ['PARTIAL', 'OVERPAID', 'LATE', 'DUPLICATE', 'BASIS_CHANGED'] as const
export type PaymentException = (typeof PAYMENT_EXCEPTIONS)[number]

/** The exception as the reason of a journal describes it. */
export const EXCEPTION_WORDS = {
  PARTIAL: 'too little came',
  OVERPAID: 'too much came',
  LATE: 'came too late',
  DUPLICATE: 'came again',
  BASIS_CHANGED: 'the plan had changed',
} satisfies Record<PaymentException, string>

/** The change that a payment makes: for a subscription, its effect on the current one. */
export const PAYMENT_CHANGES = ['NEW', 'RENEWAL', 'UPGRADE', 'CYCLE', 'TOPUP'] as const
export type PaymentChange = (typeof PAYMENT_CHANGES)[number]

/** The outcomes of received money. */
export const RECEIPT_OUTCOMES = [
  'HELD',
  'SETTLED',
  'CREDITED',
  'SUSPENSE',
  'REFUNDING',
  'REFUNDED',
  'REVERSED',
  'IGNORED',
] as const
export type ReceiptOutcome = (typeof RECEIPT_OUTCOMES)[number]

export const REFUND_STATES = ['REQUESTED', 'PROCESSING', 'DONE', 'FAILED', 'NEEDS_DETAILS'] as const
export type RefundState = (typeof REFUND_STATES)[number]
/** The targets of a refund: the original payer, or the balance of the business. */
export const REFUND_TARGETS = ['PROVIDER', 'BALANCE'] as const
export type RefundTarget = (typeof REFUND_TARGETS)[number]

export const BILLING_CYCLES = ['MONTHLY', 'YEARLY'] as const
export type BillingCycle = (typeof BILLING_CYCLES)[number]
export const ACCOUNT_KINDS = ['FIAT', 'STABLECOIN'] as const

/** The time for which a quote is valid. */
export const QUOTE_MS = 30 * 60_000
/** The maximum of valid quotes of a project. */
export const MAX_OPEN_PAYMENTS = 100
/** The time for which money is searched after that: at a bank, and on a chain. */
export const WATCH_FIAT_MS = 24 * 3_600_000
export const WATCH_CHAIN_MS = 7 * 24 * 3_600_000
/** The time after its end for which a quote stays open, for money that was sent in time and is not known yet. */
export const EXPIRY_SLACK_MS = 10 * 60_000

/** The maximum length of the text that describes a payment (spec 8). */
export const MAX_DESCRIPTION = 500

/** The purpose of a platform wallet that receives the tokens of one payment. */
export const PAYMENT_DEPOSIT = 'PAYMENT_DEPOSIT'
