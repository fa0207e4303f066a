import type { PROVIDER_NAMES } from '@/schemas/payments/providers/words'

export type ProviderName = (typeof PROVIDER_NAMES)[number]

export type OneTimeAccountRequest = {
  /** Our own reference, which later requests about the account use. */
  reference: string
  amountMinor: bigint
  expiryAt: Date
  customer: { name: string; email: string }
}

export type OneTimeAccount = {
  /** The provider's id of the account. */
  providerRef: string
  accountNumber: string
  accountName: string
  bankName: string
  /** Empty if the provider does not report it and we do not know the bank. */
  bankCode: string
  /** The amount that the payer has to send: the requested amount plus the surcharge of the provider. */
  amountMinor: bigint
  expiryAt: Date
}

export type AccountRef = { reference: string; providerRef: string; openedAt: Date }

export type ProviderReceipt = {
  providerTxnId: string
  reference: string | null
  /** The provider's id of the account, if it reports one. */
  providerRef?: string
  amountMinor: bigint
  /** The fee that the provider keeps from the amount. */
  feeMinor: bigint
  /**
   * If the provider reports one fee for several receipts: all of them, oldest first. `feeMinor` is only an estimate
   * then.
   */
  sharedFee?: { providerTxnIds: string[]; amountMinor: bigint; feeMinor: bigint }
  paidAt: Date
  status: 'paid' | 'reversed'
}

export type RefundRequest = { reference: string; providerTxnId: string; amountMinor: bigint; reason: string }

/** `providerRef`: the provider's id of the refund; null until it reports one. */
type RefundRef = { reference: string; providerTxnId: string; providerRef: string | null }

/** `UNKNOWN`: the provider has no such refund, so it may be requested again. */
export type RefundState = {
  state: 'PROCESSING' | 'DONE' | 'FAILED' | 'NEEDS_DETAILS' | 'UNKNOWN'
  providerRef: string | null
}

/**
 * The content of a webhook: the account, or for kind `refund` the refund, to look up. None of its claims is trusted.
 */
export type ProviderEvent = {
  eventKey: string
  kind: 'paid' | 'rejected' | 'refund' | 'other'
  reference: string | null
  providerRef: string | null
}

export type ReadHeader = (name: string) => string | null

/**
 * Opens a bank account for one payment and reports its receipts. Methods throw ProviderUnavailable or ProviderRefused.
 */
export type FiatProvider = {
  name: ProviderName
  /** After a repeated call, receipts of either account are found under the reference. */
  createOneTime(request: OneTimeAccountRequest): Promise<OneTimeAccount>
  /** All final receipts of an account, which settlement relies on. Throws ProviderIncomplete if some may be missing. */
  listReceipts(account: AccountRef): Promise<ProviderReceipt[]>
  /** Lists the transactions of all accounts, for the daily comparison. */
  listTransactions(span: { since: Date; until: Date }): Promise<ProviderReceipt[]>
  /**
   * Whether the provider stores our reference of a refund, so that a repeated request is the same refund. Otherwise the
   * refund is searched for, and a new one may not be listed yet.
   */
  keepsRefundReference: boolean
  /** Refunds once per reference, if an earlier refund with the reference can be found. */
  refund(request: RefundRequest): Promise<RefundState>
  getRefund(refund: RefundRef): Promise<RefundState>
  /** Takes the raw bytes, because the signature covers exactly these bytes. Null if it is forged. */
  readWebhook(raw: Uint8Array, header: ReadHeader): ProviderEvent | null
}
