import { divideDown } from './rounding'

/** An exact number that is not negative; the denominator is above zero. Rounded once, at the end. */
export type Fraction = { numerator: bigint; denominator: bigint }

export const ZERO: Fraction = { numerator: 0n, denominator: 1n }

/** Throws if it would be below zero or over nothing. */
export function fraction(numerator: bigint, denominator: bigint): Fraction {
  if (numerator < 0n || denominator <= 0n) throw new Error('a fraction is not negative, and over something')
  return { numerator, denominator }
}

export function addFractions(a: Fraction, b: Fraction): Fraction {
  return reduced(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)
}

export function multiplyFractions(a: Fraction, b: Fraction): Fraction {
  return reduced(a.numerator * b.numerator, a.denominator * b.denominator)
}

/** In whole units, rounded down: for credited amounts. */
export function unitsDown({ numerator, denominator }: Fraction): bigint {
  return divideDown(numerator, denominator)
}

function reduced(numerator: bigint, denominator: bigint): Fraction {
  let [a, b] = [numerator, denominator]
  while (b > 0n) [a, b] = [b, a % b]
  return { numerator: numerator / a, denominator: denominator / a }
}
