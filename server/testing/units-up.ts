import type { Fraction } from '@/server/money/fraction'
import { divideUp } from '@/server/money/rounding'

/** In whole units, rounded up: the upper bound of what the product rounds down. */
export function unitsUp({ numerator, denominator }: Fraction): bigint {
  return divideUp(numerator, denominator)
}
