import { addFractions, type Fraction, multiplyFractions } from '@/server/money/fraction'
import { faceOf, fitting, percentOf, type RateOf } from './coupon-rate'

/**
 * Payment units for each unit of the token that is paid back: its face value and, of `fraction` of a year, what has
 * accrued; exactly and reduced. Throws RangeError where the contract cannot count with it.
 */
export function redemptionRate({ annualRate, fraction, ...face }: RateOf): Fraction {
  const principal = faceOf(face)
  const accrued = multiplyFractions(multiplyFractions(principal, percentOf(annualRate)), fraction)
  return fitting(addFractions(principal, accrued))
}
