import { addFractions, type Fraction, multiplyFractions } from '@/server/money/fraction'
import { faceValueOf, percentOf, type RateOf, requireFittingRate } from './coupon-rate'

/**
 * Payment units for each unit of a redeemed token: its face value and the interest accrued in `fraction` of a year, as
 * an exact and reduced fraction. Throws RangeError if the contract cannot compute with it.
 */
export function redemptionRate({ annualRate, fraction, ...face }: RateOf): Fraction {
  const principal = faceValueOf(face)
  const accrued = multiplyFractions(multiplyFractions(principal, percentOf(annualRate)), fraction)
  return requireFittingRate(addFractions(principal, accrued))
}
