import { parseUnits } from '@/server/money/amount'
import { type Fraction, multiplyFractions, unitsDown } from '@/server/money/fraction'

/** The highest number that the contract accepts. */
const MAX = 2n ** 128n - 1n
const DECIMALS = 18
const PERCENT = 100n

export type RateOf = {
  /** The face value of one token, in whole payment tokens, as a decimal. */
  faceValue: string
  /** Percent per year, as a decimal. */
  annualRate: string
  /** The fraction of a year. */
  fraction: Fraction
  tokenDecimals: number
  paymentDecimals: number
}

/**
 * Payment units for each unit of the token, as an exact and reduced fraction. Throws RangeError if the contract cannot
 * compute with it.
 */
export function couponRate({ faceValue, annualRate, fraction, tokenDecimals, paymentDecimals }: RateOf): Fraction {
  const yearly = multiplyFractions(faceValueOf({ faceValue, tokenDecimals, paymentDecimals }), percentOf(annualRate))
  return requireFittingRate(multiplyFractions(yearly, fraction))
}

/** The face value in payment units, for each unit of the token. */
export function faceValueOf({
  faceValue,
  tokenDecimals,
  paymentDecimals,
}: Pick<RateOf, 'faceValue' | 'tokenDecimals' | 'paymentDecimals'>): Fraction {
  const whole = decimalOf(faceValue)
  return multiplyFractions(whole, {
    numerator: 10n ** BigInt(paymentDecimals),
    denominator: 10n ** BigInt(tokenDecimals),
  })
}

/** A percentage as a fraction. */
export function percentOf(percent: string): Fraction {
  return multiplyFractions(decimalOf(percent), { numerator: 1n, denominator: PERCENT })
}

/** Returns the rate unchanged if the contract can compute with it. Throws RangeError. */
export function requireFittingRate(rate: Fraction): Fraction {
  if (rate.numerator > MAX || rate.denominator > MAX)
    throw new RangeError('its amounts cannot be computed exactly: give fewer decimals')
  return rate
}

/** The payment for a holding in payment units, rounded down once. */
export function couponAmount(units: bigint, rate: Fraction): bigint {
  return unitsDown({ numerator: units * rate.numerator, denominator: rate.denominator })
}

/** The payment for one whole token, in payment units, rounded down. */
export function amountPerTokenDown(rate: Fraction, tokenDecimals: number): bigint {
  return couponAmount(10n ** BigInt(tokenDecimals), rate)
}

function decimalOf(text: string): Fraction {
  const parsed = parseUnits(text, DECIMALS)
  if ('problem' in parsed) throw new RangeError(`${text} ${parsed.problem}`)
  return { numerator: parsed.units, denominator: 10n ** BigInt(DECIMALS) }
}
