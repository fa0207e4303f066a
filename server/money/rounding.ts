/** The quotient in whole units, rounded down: for what is credited or shown. For amounts that are not negative. */
export function divideDown(dividend: bigint, divisor: bigint): bigint {
  return dividend / divisor
}

/** Divides and rounds up: for what is owed, held or charged. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}
