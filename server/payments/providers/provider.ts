import type { PROVIDER_NAMES } from '@/schemas/payments/providers/words'

export type ProviderName = (typeof PROVIDER_NAMES)[number]

export type OneTimeAccountRequest = {
  /** Ours, and what every later question about the account is asked by. */
  reference: string
  amountMinor: bigint
  expiryAt: Date
  customer: { name: string; email: string }
}

export type OneTimeAccount = {
  /** The provider's own name for it. */
  providerRef: string
  accountNumber: string
  accountName: string
  bankName: string
  /** Empty where the provider does not say and the bank is not known here. */
  bankCode: string
  /** What the payer is to send: what was asked, with what the provider adds for itself. */
  amountMinor: bigint
  expiryAt: Date
}

export type AccountRef = { reference: string; providerRef: string; openedAt: Date }

export type ProviderReceipt = {
  providerTxnId: string
  reference: string | null
  /** The provider's name for the account, where it reports one. */
  providerRef?: string
  amountMinor: bigint
  /** What the provider keeps of it. */
  feeMinor: bigint
  /**
   * Where the provider reports only one fee for several receipts: all of them, oldest first. `feeMinor` is a guess
   * then.
   */
  sharedFee?: { providerTxnIds: string[]; amountMinor: bigint; feeMinor: bigint }
  paidAt: Date
  status: 'paid' | 'reversed'
}

export type RefundRequest = { reference: string; providerTxnId: string; amountMinor: bigint; reason: string }

/** `providerRef`: the provider's name for the refund, once it reported one. */
export type RefundRef = { reference: string; providerTxnId: string; providerRef: string | null }

/** `UNKNOWN`: the provider has no such refund, so that it may be asked for once more. */
export type RefundState = {
  state: 'PROCESSING' | 'DONE' | 'FAILED' | 'NEEDS_DETAILS' | 'UNKNOWN'
  providerRef: string | null
}

/** What a webhook says: which account, or of kind `refund` which refund, to ask about. Never what to believe. */
export type ProviderEvent = {
  eventKey: string
  kind: 'paid' | 'rejected' | 'refund' | 'other'
  reference: string | null
  providerRef: string | null
}

export type ReadHeader = (name: string) => string | null

/**
 * Who opens a bank account for one payment and says what arrived there. Calls throw ProviderUnavailable or
 * ProviderRefused.
 */
export type FiatProvider = {
  name: ProviderName
  /** After a repeated reference, money to either account is found under it. */
  createOneTime(request: OneTimeAccountRequest): Promise<OneTimeAccount>
  /**
   * All money that came to an account and is final: the truth for settlement. Throws ProviderIncomplete where it may
   * not be all.
   */
  listReceipts(account: AccountRef): Promise<ProviderReceipt[]>
  /** Lists the transactions of all accounts, for the daily comparison. */
  listTransactions(span: { since: Date; until: Date }): Promise<ProviderReceipt[]>
  /**
   * Whether it knows refunds by our reference, so that the same one again is the same. Others are searched, and one
   * that was just made may not be found.
   */
  keepsRefundReference: boolean
  /** Once per reference, however often it is asked, as far as it is found. */
  refund(request: RefundRequest): Promise<RefundState>
  getRefund(refund: RefundRef): Promise<RefundState>
  /** Raw bytes only: a signature holds for no other writing of the same. Null where it is forged. */
  readWebhook(raw: Uint8Array, header: ReadHeader): ProviderEvent | null
}
