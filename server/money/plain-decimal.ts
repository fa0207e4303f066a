/** The maximum distance of a digit from the decimal point. */
const MAX_PLACES = 100

/**
 * A JSON number without an exponent and without redundant zeros: `1.0E-4` is `0.0001`, `1.50e3` is `1500`. Null for
 * text that is not a JSON number, and for one that is longer than any amount.
 */
export function plainDecimal(text: string): string | null {
  const match = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?$/.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const point = whole.length + Number(exponent)
  if (Math.abs(point) > MAX_PLACES) return null
  const digits = (whole + fraction).padEnd(point, '0')
  const before = digits.slice(0, Math.max(point, 0)).replace(/^0+/, '') || '0'
  const after = ('0'.repeat(Math.max(-point, 0)) + digits.slice(Math.max(point, 0))).replace(/0+$/, '')
  return sign + before + (after && `.${after}`)
}
