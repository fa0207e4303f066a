import type { depositAccounts } from '@/db/schema'
import type { PayableAccount } from '@/schemas/payments/accounts/contract'
import type { Chain } from '@/server/chains/registry'
import { formatAmount } from '@/server/money/amount'
import type { NgnPerUsdE8 } from '@/server/money/fx'
import { pegOf } from '@/server/payments/settlement/value-of'
import { remainingUnits } from './remaining-units'

type Due = {
  /** The amount that this account received and holds until the payment is complete, in base units. */
  heldUnits: bigint
  /** The amount that the payment still lacks, in kobo at its rate. */
  leftMinor: bigint
  rate: NgnPerUsdE8
}

/** The location of accounts: the chains, and the page of the sandbox bank if there is one. */
export type Places = { chains: ReadonlyMap<number, Chain>; sandboxBankUrl: string | null }

const KOBO = 2

/** An account for its payer. Throws if the row is not of an open account. */
export function toPayableAccount(
  row: typeof depositAccounts.$inferSelect,
  due: Due,
  { chains, sandboxBankUrl }: Places,
): PayableAccount {
  const pegged = pegOf(row)
  const units = remainingUnits({ ...due, expectedUnits: row.expectedUnits, pegged })
  const { reference, accountNumber, accountName, bankName } = row
  const amountLeft = formatAmount(units, pegged?.decimals ?? KOBO)
  if (row.kind === 'FIAT') {
    if (!accountNumber) throw new Error(`account ${reference} is not open`)
    const isSandbox = row.provider === 'sandbox' && sandboxBankUrl !== null
    const sandboxUrl = isSandbox ? `${sandboxBankUrl}/#${accountNumber}` : null
    const bank = { accountNumber, accountName: accountName ?? '', bankName: bankName ?? '', sandboxUrl }
    return { kind: 'FIAT', reference, amountLeft, unit: 'NGN', ...bank }
  }
  const { address, chainId, tokenAddress, tokenSymbol } = row
  const chain = chains.get(chainId ?? 0)
  if (!chain || !address || !tokenAddress || !tokenSymbol) throw new Error(`account ${reference} is not open`)
  const place = { chainId: chain.chainId, chainName: chain.name, isTestnet: chain.network === 'TESTNET' }
  return { kind: 'STABLECOIN', reference, amountLeft, unit: tokenSymbol, address, tokenAddress, ...place }
}
