import { formatAmount } from '@/server/money/amount'
import { formatUsd } from '@/server/money/usd'

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** Kobo as the portal writes it: `₦75,000`, `₦75,000.50`. */
export function formatNaira(minor: bigint): string {
  const digits = minor.toString().padStart(3, '0')
  const fraction = digits.slice(-2)
  return `₦${grouped(digits.slice(0, -2))}${fraction === '00' ? '' : `.${fraction}`}`
}

/** Micro-dollars as the portal writes them: `1,234.50 USD`. */
export function formatDollars(micros: bigint): string {
  const [whole = '', fraction = ''] = formatUsd(micros).split('.')
  return `${grouped(whole)}.${fraction} USD`
}

/** Units of a token, all of them: `1,020.5 USDC`. */
export function formatToken(units: bigint, { decimals, symbol }: { decimals: number; symbol: string }): string {
  const [whole = '', fraction] = formatAmount(units, decimals).split('.')
  return `${grouped(whole)}${fraction ? `.${fraction}` : ''} ${symbol}`
}
