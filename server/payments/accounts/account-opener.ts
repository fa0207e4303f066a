import type { depositAccounts } from '@/db/schema'
import type { NgnPerUsdE8 } from '@/server/money/fx'
import type { ChainType } from '@/server/text/chain-type'

export type AccountRow = typeof depositAccounts.$inferSelect
type NewAccount = typeof depositAccounts.$inferInsert

/** The amount that an account has to receive: kobo, micro-dollars, and the rate between them. */
type AmountDue = { amountMinor: bigint; amountUsdMicros: bigint; ngnPerUsdE8: NgnPerUsdE8 }

/** Columns with the address or bank account that payers send to, as the provider answered. */
type AccountDetails = Partial<
  Pick<
    NewAccount,
    'accountNumber' | 'accountName' | 'bankName' | 'bankCode' | 'providerRef' | 'expectedUnits' | 'nextPollAt'
  >
>

type Opener = {
  /** The provider's name; `chain` for a stablecoin. */
  provider: string
  /** The time for which receipts are searched after the end of the quote, in ms. */
  watchMs: number
  /** The columns of its row before the provider is called. */
  expects(
    due: AmountDue,
  ): Pick<NewAccount, 'currency' | 'expectedUnits'> &
    Partial<Pick<NewAccount, 'chainId' | 'tokenAddress' | 'tokenSymbol' | 'decimals' | 'peg'>>
}

export type FiatOpener = Opener & {
  kind: 'FIAT'
  /**
   * Opens the account, outside a transaction. A repeated call with the same reference opens no second one. Throws if
   * the provider does not open it.
   */
  open(account: AccountRow, customer: { name: string }): Promise<AccountDetails>
}

/**
 * Opens an account for one token. All accounts of a payment on a family of chains are opened together
 * (`openAddresses`).
 */
export type StablecoinOpener = Opener & { kind: 'STABLECOIN'; chainType: ChainType }

/** A way to open an account for a payment. */
export type AccountOpener = FiatOpener | StablecoinOpener
