import type { PROVIDER_NAMES } from '@/schemas/payments/providers/words'

export type ProviderName = (typeof PROVIDER_NAMES)[number]

export type OneTimeAccountRequest = {
  /** Our own reference; every later question about the account uses it. */
  reference: string
  amountMinor: bigint
  expiryAt: Date
  customer: { name: string; email: string }
}

export type OneTimeAccount = {
  /** The provider's own name for the account. */
  providerRef: string
  accountNumber: string
  accountName: string
  bankName: string
  /** Empty where the provider does not say and the bank is not known here. */
  bankCode: string
  /** The amount that the payer has to send: the requested amount plus the surcharge of the provider. */
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
  /** The fee that the provider keeps from the amount. */
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

/**
 * The content of a webhook: the account to ask about, or for kind `refund` the refund. Nothing that it claims is taken
 * as true.
 */
export type ProviderEvent = {
  eventKey: string
  kind: 'paid' | 'rejected' | 'refund' | 'other'
  reference: string | null
  providerRef: string | null
}

export type ReadHeader = (name: string) => string | null

/**
 * Opens a bank account for one payment, and reports the money that arrived there. Calls throw ProviderUnavailable or
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
   * Whether the provider stores our reference of a refund, so that a repeated request is the same refund. At other
   * providers the refund is searched for, and a new one may not be found.
   */
  keepsRefundReference: boolean
  /** Refunds once per reference, however often it is called, as far as an earlier refund is found. */
  refund(request: RefundRequest): Promise<RefundState>
  getRefund(refund: RefundRef): Promise<RefundState>
  /**
   * Takes the raw bytes: the signature is not valid for another encoding of the same content. Null where it is forged.
   */
  readWebhook(raw: Uint8Array, header: ReadHeader): ProviderEvent | null
}
