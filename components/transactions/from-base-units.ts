/**
 * Base units as a decimal in larger ones, digit by digit: 1500000000 wei with 9 decimals is 1.5 gwei. For showing only.
 */
export function fromBaseUnits(units: string, decimals: number): string {
  const digits = units.padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction ? `${whole}.${fraction}` : whole
}
