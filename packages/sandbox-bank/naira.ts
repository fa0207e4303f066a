/** An amount in naira as kobo, or why the text is none. */
type Parsed = { kobo: bigint } | { problem: string }

const MAX_LENGTH = 32

/** Parses a positive amount in naira to kobo, exactly: no sign, no exponent, at most two decimals. */
export function parseNaira(text: string): Parsed {
  const match = /^(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text)
  if (!match || text.length > MAX_LENGTH) return { problem: 'must be a plain decimal number' }
  const [, whole = '', fraction = ''] = match
  if (fraction.length > 2) return { problem: 'has more than 2 decimals' }
  const kobo = BigInt(whole + fraction.padEnd(2, '0'))
  return kobo === 0n ? { problem: 'must be greater than zero' } : { kobo }
}

/** Kobo as naira, without trailing zeros: `500010n` is `5000.1`. */
export function formatNaira(kobo: bigint): string {
  const fraction = (kobo % 100n).toString().padStart(2, '0').replace(/0+$/, '')
  return fraction ? `${kobo / 100n}.${fraction}` : `${kobo / 100n}`
}
