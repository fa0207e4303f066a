import { refusal } from '@/server/errors'
import { plainDecimal } from '@/server/money/plain-decimal'

const MAX_DIGITS = 15
/** The digits of a number that the refusal shows. */
const MAX_SHOWN = 40
/** Strings are passed over; numbers are found between them. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/**
 * Refuses numbers that are not what they are read as: more digits than a number holds, or a minus in front of zero.
 * However they are spelled: `1e-05` and `1.0E-5` are `0.00001`. Takes text that is known to be JSON.
 */
export function requireExactNumbers(bytes: Uint8Array): void {
  for (const [token] of new TextDecoder().decode(bytes).matchAll(TOKENS)) {
    if (token.startsWith('"') || isExact(token)) continue
    throw refusal('body_malformed', {
      message: `Request body holds a number that is not exact: ${token.slice(0, MAX_SHOWN)}`,
    })
  }
}

function isExact(token: string): boolean {
  const plain = plainDecimal(token)
  if (plain === null || plain === '-0') return false
  const digits = plain.replace(/\D/g, '').replace(/^0+|0+$/g, '')
  return digits.length <= MAX_DIGITS
}
