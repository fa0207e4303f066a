import type { depositAccounts, payments } from '@/db/schema'
import type { DepositAccountView, UnopenedAccount } from '@/schemas/payments/accounts/contract'
import type { Chain } from '@/server/chains/registry'
import { majorNumber, usdPerNgn } from '@/server/money/major-number'

type Row = typeof depositAccounts.$inferSelect
type Priced = Pick<typeof payments.$inferSelect, 'ngnPerUsdE8' | 'amountMinor'>
/** The network of a stablecoin account; null for a bank account. */
type CursorPosition = Pick<Chain, 'code' | 'network'> | null

const KOBO = 2

/** Spec 2.9. Throws if the row is not of an open account. */
export function toDepositAccountView(
  row: Row,
  { ngnPerUsdE8, amountMinor }: Priced,
  place: CursorPosition,
): DepositAccountView {
  const common = {
    reference: row.reference,
    fxRate: usdPerNgn(ngnPerUsdE8),
    expiryAt: row.expiryAt.toISOString(),
    paymentId: row.paymentId,
  }
  if (row.kind === 'STABLECOIN') return { ...common, ...stablecoin(row, place, amountMinor) }
  return {
    kind: row.kind,
    accountNumber: row.accountNumber ?? '',
    accountName: row.accountName ?? '',
    bankName: row.bankName ?? '',
    bankCode: row.bankCode ?? '',
    amountExpected: majorNumber(row.expectedUnits, KOBO),
    ...common,
  }
}

/** An account that could not be opened. */
export function toUnopenedAccount({ kind, provider, chainId, tokenSymbol }: Row): UnopenedAccount {
  return { kind, provider: kind === 'FIAT' ? provider : null, chainId, tokenSymbol }
}

function stablecoin(row: Row, place: CursorPosition, amountMinor: bigint) {
  const { kind, address, chainId, tokenAddress, tokenSymbol, decimals, peg } = row
  if (kind !== 'STABLECOIN' || !place || !address || !chainId || !tokenAddress || !tokenSymbol || !peg)
    throw new Error(`account ${row.reference} is not open`)
  return {
    ...{ kind, address, chain: place.code, chainId, network: place.network, tokenAddress, tokenSymbol },
    decimals: decimals ?? 0,
    pegCurrency: peg,
    amountExpected: majorNumber(row.expectedUnits, decimals ?? 0),
    amountExpectedNgn: majorNumber(amountMinor, KOBO),
  }
}
