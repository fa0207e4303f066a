/** Largest number of base units a column or a uint256-sized amount may have. */
const MAX_UNITS = 2n ** 256n - 1n

export type AmountProblem =
  | 'must be a plain decimal number'
  | 'must be greater than zero'
  | 'is too large'
  | `has more than ${number} decimals`

/**
 * Reads a positive decimal in major units into base units, exactly: never rounds.
 * Refuses signs, exponents, blanks, leading zeros such as `007`, zero, and more decimals than the asset has.
 */
export function parseAmount(text: string, decimals: number): { units: bigint } | { problem: AmountProblem } {
  const parsed = parseUnits(text, decimals)
  return 'units' in parsed && parsed.units === 0n ? { problem: 'must be greater than zero' } : parsed
}

/** Parses an amount, with zero allowed. */
export function parseUnits(text: string, decimals: number): { units: bigint } | { problem: AmountProblem } {
  const match = /^(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text)
  if (!match || text.length > 160) return { problem: 'must be a plain decimal number' }
  const [, whole = '', fraction = ''] = match
  if (fraction.length > decimals) return { problem: `has more than ${decimals} decimals` }
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  if (units > MAX_UNITS) return { problem: 'is too large' }
  return { units }
}

/** Base units as a decimal in major units, without trailing zeros. */
export function formatAmount(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction ? `${whole}.${fraction}` : whole
}

/**
 * Smallest units as a number, for the fields that the contract types as integers. Throws if a number would not be
 * exact.
 */
export function toSafeInteger(units: bigint): number {
  const number = Number(units)
  if (!Number.isSafeInteger(number)) throw new Error('more than a number holds exactly')
  return number
}
