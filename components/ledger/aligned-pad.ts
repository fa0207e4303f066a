import { exactAmount } from '@/server/money/display-amount'

/** The maximum number of decimals in a column of dollars, to which its decimal points align. */
export function mostDecimals(values: readonly string[]): number {
  return Math.max(0, ...values.map((value) => decimalsOf(value).length))
}

/** The zeros that pad an exact amount of dollars, so that the decimal points of a column are aligned. */
export function alignedPad(value: string, decimals: number): string {
  return '0'.repeat(Math.max(0, decimals - decimalsOf(value).length))
}

function decimalsOf(value: string): string {
  return exactAmount(value, 'USD').split('.')[1] ?? ''
}
