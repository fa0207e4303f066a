import { formatAmount } from '@/server/money/amount'
import { groupDigits } from '@/server/money/display-amount'

/** `NGN 29,919.36`. The fonts of documents may lack the naira sign, so currencies are codes. */
export function nairaText(kobo: bigint): string {
  return moneyText(kobo, { unit: 'NGN', decimals: 2, atLeast: 2 })
}

/** `USD 19.302813`: at least two decimals, without trailing zeros after them. */
export function dollarText(micros: bigint): string {
  return moneyText(micros, { unit: 'USD', decimals: 6, atLeast: 2 })
}

type Unit = { unit: string; decimals: number; atLeast?: number }

/** An exact amount with thousands separators. */
export function moneyText(units: bigint, { unit, decimals, atLeast = 0 }: Unit): string {
  const isNegative = units < 0n
  const [whole = '0', fraction = ''] = formatAmount(isNegative ? -units : units, decimals).split('.')
  const places = fraction.padEnd(atLeast, '0')
  return `${isNegative ? '-' : ''}${unit} ${groupDigits(places ? `${whole}.${places}` : whole)}`
}
