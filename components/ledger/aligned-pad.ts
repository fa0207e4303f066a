import { exactAmount } from '@/server/money/display-amount'

const USD_DECIMALS = 6

/** The zeros that an exact amount of dollars lacks, so that decimal points of a column stand below each other. */
export function alignedPad(value: string): string {
  const [, decimals = ''] = exactAmount(value, 'USD').split('.')
  return '0'.repeat(Math.max(0, USD_DECIMALS - decimals.length))
}
