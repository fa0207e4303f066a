/** Decimals of money that people read; other units are coins and tokens. */
const FIAT_DECIMALS: Readonly<Record<string, number>> = { USD: 2, NGN: 2 }
const SIGNS: Readonly<Record<string, string>> = { USD: '$', NGN: '₦' }
const COIN_DECIMALS = 6
/** Digits that stay of an amount below the last of these decimals. */
const SIGNIFICANT_DIGITS = 2

const DECIMAL = /^([-+−]?)(\d+)(?:\.(\d+))?$/

/**
 * A decimal string with thousands separators: `-1435.06` is `-1,435.06`. Text that is not a plain decimal is returned
 * unchanged.
 */
export function groupDigits(decimal: string): string {
  const parts = DECIMAL.exec(decimal)
  if (!parts) return decimal
  const [, sign = '', whole = '', fraction] = parts
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction ? `.${fraction}` : ''}`
}

/**
 * Money as people write it, ungrouped and with every digit: `39525.5` is `39525.50`. Whole naira have no kobo, dollars
 * always have cents. Amounts of other units have no zeros at their end: `12.50` is `12.5`.
 */
export function padCents(decimal: string, unit: string): string {
  const parts = DECIMAL.exec(decimal)
  if (!parts) return decimal
  const [, sign = '', whole = '', fraction = ''] = parts
  if (!(unit in FIAT_DECIMALS)) {
    const digits = fraction.replace(/0+$/, '')
    return sign + whole + (digits && `.${digits}`)
  }
  if (unit === 'NGN' && /^0*$/.test(fraction)) return sign + whole
  return `${sign}${whole}.${fraction.padEnd(2, '0')}`
}

/** An amount with all its digits, for details, documents and amounts to pay. */
export function exactAmount(decimal: string, unit = ''): string {
  return groupDigits(padCents(decimal, unit))
}

/**
 * An amount for overviews: two decimals for money, six for coins and tokens, more only for what is smaller. It is cut,
 * never rounded up, so nothing is shown that is not there. `…` marks cut coins and tokens.
 */
export function displayAmount(decimal: string, unit = ''): string {
  const padded = padCents(decimal, unit)
  const parts = DECIMAL.exec(padded)
  if (!parts) return padded
  const [, sign = '', whole = '', fraction = ''] = parts
  const shownFraction = fraction.slice(0, keptDecimals(whole, fraction, FIAT_DECIMALS[unit] ?? COIN_DECIMALS))
  const cut = groupDigits(`${sign}${whole}${shownFraction ? `.${shownFraction}` : ''}`)
  const isCut = /[1-9]/.test(fraction.slice(shownFraction.length))
  return isCut && !(unit in FIAT_DECIMALS) ? `${cut}…` : cut
}

/** Enough decimals that an amount above zero never reads as zero. */
function keptDecimals(whole: string, fraction: string, decimals: number): number {
  if (/[1-9]/.test(whole + fraction.slice(0, decimals))) return decimals
  const first = fraction.search(/[1-9]/)
  return first < 0 ? decimals : first + SIGNIFICANT_DIGITS
}

/** An amount for overviews with its unit: `$25,530.82`, `₦39,525.50`, `12.5 USDC`. */
export function displayMoney(decimal: string, unit: string): string {
  return withUnit(displayAmount(decimal, unit), unit)
}

/** An amount with every digit and its unit: `$8.597989`, `₦39,525.50`, `12.5 USDC`. */
export function exactMoney(decimal: string, unit: string): string {
  return withUnit(exactAmount(decimal, unit), unit)
}

/** Dollars for overviews: `$25,530.82`, `$0.0085`. */
export function displayUsd(decimal: string): string {
  return displayMoney(decimal, 'USD')
}

/** Naira with every digit: `39525.5` is `₦39,525.50`. */
export function displayNaira(decimal: string): string {
  return exactMoney(decimal, 'NGN')
}

/** The sign of a currency is before the digits, behind a minus; the symbol of a coin is behind them. */
export function withUnit(amount: string, unit: string): string {
  const sign = SIGNS[unit]
  if (sign === undefined) return unit ? `${amount} ${unit}` : amount
  return /^[-+−]/.test(amount) ? `${amount.charAt(0)}${sign}${amount.slice(1)}` : `${sign}${amount}`
}
