import { refusal } from '@/server/errors'

const MOST_DIGITS = 15
/** Of a number, in the sentence that refuses it. */
const MOST_SHOWN = 40
/** Strings are passed over; numbers are found between them. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/**
 * Refuses numbers that were not written as what they are read as: more digits than a number holds, an exponent, a minus in front of zero. Takes
 * text that is known to be JSON.
 */
export function requireExactNumbers(bytes: Uint8Array): void {
  for (const [token] of new TextDecoder().decode(bytes).matchAll(TOKENS)) {
    if (token.startsWith('"')) continue
    const digits = token.replace(/\D/g, '').replace(/^0+/, '')
    if (/[eE]/.test(token) || /^-0*[.]?0*$/.test(token) || digits.length > MOST_DIGITS) {
      throw refusal('body_malformed', {
        message: `Request body holds a number that is not exact: ${token.slice(0, MOST_SHOWN)}`,
      })
    }
  }
}
