import { groupDigits } from '@/server/money/display-amount'

/** Minor units as a price with thousands separators: 7500000 kobo is ₦75,000. */
export function formatPrice(minor: bigint, sign: string): string {
  return minor === 0n ? 'Free' : `${sign}${groupDigits(toMajorUnits(minor))}`
}

/** Minor units as a decimal of the whole currency: two decimals, or none if they are zero. */
export function toMajorUnits(minor: bigint): string {
  const digits = minor.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.00$/, '')
}
