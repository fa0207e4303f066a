import { formatAmount } from '@/server/money/amount'

/** The name of a currency and its decimals; an unknown token is shown in its base units. */
export type CurrencyFormat = { name: string; decimals: number }

export type Token = { chainId: number; chainName: string; address: string; symbol: string; decimals: number }

const FIAT: Readonly<Record<string, CurrencyFormat>> = {
  USD: { name: 'USD', decimals: 6 },
  NGN: { name: 'NGN', decimals: 2 },
}

/** The format of a ledger currency: `USD`, `NGN` or a token's chain id and address. */
export function formatOf(currency: string, tokens: readonly Token[]): CurrencyFormat {
  const fiat = FIAT[currency]
  if (fiat) return fiat
  const token = tokens.find(({ chainId, address }) => `${chainId}:${address}`.toLowerCase() === currency.toLowerCase())
  return token
    ? { name: `${token.symbol} on ${token.chainName}`, decimals: token.decimals }
    : { name: currency, decimals: 0 }
}

/** Smallest units as a decimal in whole units, with a minus below zero. */
export function formatUnits(units: bigint, { decimals }: CurrencyFormat): string {
  return units < 0n ? `-${formatAmount(-units, decimals)}` : formatAmount(units, decimals)
}
