/** The quotient in whole units, rounded down: for credited or displayed amounts. For amounts that are not negative. */
export function divideDown(dividend: bigint, divisor: bigint): bigint {
  return dividend / divisor
}

/** Divides and rounds up: for owed, held or charged amounts. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}
