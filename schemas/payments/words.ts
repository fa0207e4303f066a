export const PAYMENT_PURPOSES = ['SUBSCRIPTION', 'WALLET_TOPUP'] as const
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number]

export const PAYMENT_STATES = ['PENDING', 'SUCCESS', 'FAILED', 'REFUNDED'] as const
export type PaymentStatus = (typeof PAYMENT_STATES)[number]

/** What money did besides paying exactly what was asked in time; several may hold of one payment. */
export const PAYMENT_EXCEPTIONS = ['PARTIAL', 'OVERPAID', 'LATE', 'DUPLICATE', 'BASIS_CHANGED'] as const
export type PaymentException = (typeof PAYMENT_EXCEPTIONS)[number]

/** As a journal says it of the money. */
export const EXCEPTION_WORDS = {
  PARTIAL: 'too little came',
  OVERPAID: 'too much came',
  LATE: 'came too late',
  DUPLICATE: 'came again',
  BASIS_CHANGED: 'the plan had changed',
} satisfies Record<PaymentException, string>

/** What a payment changes: for a subscription, what happens to the running one. */
export const PAYMENT_CHANGES = ['NEW', 'RENEWAL', 'UPGRADE', 'CYCLE', 'TOPUP'] as const
export type PaymentChange = (typeof PAYMENT_CHANGES)[number]

/** What became of money that came. */
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
/** To the original payer, or to the balance of the business. */
export const REFUND_TARGETS = ['PROVIDER', 'BALANCE'] as const
export type RefundTarget = (typeof REFUND_TARGETS)[number]

export const BILLING_CYCLES = ['MONTHLY', 'YEARLY'] as const
export type BillingCycle = (typeof BILLING_CYCLES)[number]
export const ACCOUNT_KINDS = ['FIAT', 'STABLECOIN'] as const

/** How long a quote is valid. */
export const QUOTE_MS = 30 * 60_000
/** The maximum of valid quotes of a project. */
export const MAX_OPEN_PAYMENTS = 100
/** How long money is searched for after that: at a bank, and on a chain. */
export const WATCH_FIAT_MS = 24 * 3_600_000
export const WATCH_CHAIN_MS = 7 * 24 * 3_600_000
/** How long after its end a quote stays open, for money that was sent in time and is not known yet. */
export const EXPIRY_SLACK_MS = 10 * 60_000

/** Longest text that says what a payment is for (spec 8). */
export const MAX_DESCRIPTION = 500

/** What a wallet of the platform is for that takes the tokens of one payment. */
export const PAYMENT_DEPOSIT = 'PAYMENT_DEPOSIT'
