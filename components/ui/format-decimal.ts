/** Digits behind the point that a list shows; the whole number is a hover or a page away. */
const SHORT_DECIMALS = 6

/**
 * A decimal string with its thousands apart: `-1435.06` is `-1,435.06`. Text that is no plain decimal comes back as it
 * is.
 */
export function formatDecimal(value: string): string {
  const parts = /^([-+−]?)(\d+)(\.\d+)?$/.exec(value)
  if (!parts) return value
  const [, sign = '', whole = '', fraction = ''] = parts
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction}`
}

/** Money with cents or kobo, as people write it: `39525.5` is `39525.50`, whole amounts go without. */
export function padCents(decimal: string): string {
  return decimal.replace(/\.(\d)$/, '.$10')
}

/** `formatDecimal` for a narrow place, cut (never rounded up) behind six decimals; `…` says that something was cut. */
export function shortDecimal(value: string): string {
  const point = value.indexOf('.')
  const isLong = point >= 0 && value.length - point - 1 > SHORT_DECIMALS
  return isLong ? `${formatDecimal(value.slice(0, point + 1 + SHORT_DECIMALS))}…` : formatDecimal(value)
}
