import { formatAmount } from '@/server/money/amount'
import { displayNaira, exactAmount, exactMoney } from '@/server/money/display-amount'
import { formatUsd } from '@/server/money/usd'

/** Kobo as the portal writes them: `₦75,000`, `₦75,000.50`. */
export function formatNaira(minor: bigint): string {
  return displayNaira(formatAmount(minor, 2))
}

/** Micro-dollars with every digit: `1,234.50 USD`. Emails show exact amounts, because people keep them as records. */
export function formatDollars(micros: bigint): string {
  return exactMoney(formatUsd(micros), 'USD')
}

/** Units of a token, all of them: `1,020.5 USDC`. */
export function formatToken(units: bigint, { decimals, symbol }: { decimals: number; symbol: string }): string {
  return `${exactAmount(formatAmount(units, decimals))} ${symbol}`
}
