import { divideDown, divideUp } from './rounding'

/** Prices are USD per whole unit times 10^8 (the scale of on-chain feeds); money is in micro-dollars. */
const E8_PER_MICRO = 100n

/** The value of `units` base units in micro-dollars, rounded up: for held or charged amounts. */
export function usdMicrosUp(units: bigint, decimals: number, priceE8: bigint): bigint {
  const scale = 10n ** BigInt(decimals) * E8_PER_MICRO
  return divideUp(units * priceE8, scale)
}

/** Converts as `usdMicrosUp` does, but rounds down: for displayed amounts. */
export function usdMicrosDown(units: bigint, decimals: number, priceE8: bigint): bigint {
  return divideDown(units * priceE8, 10n ** BigInt(decimals) * E8_PER_MICRO)
}

/**
 * A trillion dollars, the highest value that is stored of a transaction: more is the right to spend any amount, or a
 * large amount of a worthless token.
 */
const MAX_VALUE_MICROS = 10n ** 18n

/** The value of a transaction in micro-dollars as it is stored and judged: a higher one is cut to the maximum. */
export function capValue(micros: bigint): bigint {
  return micros < MAX_VALUE_MICROS ? micros : MAX_VALUE_MICROS
}

/** Micro-dollars as a decimal with at least two places: `12.50`, `0.000123`. */
export function formatUsd(micros: bigint): string {
  const sign = micros < 0n ? '-' : ''
  const digits = (micros < 0n ? -micros : micros).toString().padStart(7, '0')
  const fraction = digits.slice(-6).replace(/0{1,4}$/, '')
  return `${sign}${digits.slice(0, -6)}.${fraction}`
}
