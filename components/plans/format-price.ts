/** Minor units as a price with grouped digits: 7500000 kobo is ₦75,000. */
export function formatPrice(minor: number, sign: string): string {
  if (minor === 0) return 'Free'
  const digits = String(minor).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = digits.slice(-2)
  return fraction === '00' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`
}
