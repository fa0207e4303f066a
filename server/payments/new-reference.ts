import { randomBytes } from 'node:crypto'

/** Without letters that are taken for digits. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 16
/** The largest multiple of the alphabet that a byte holds: above it some letters would come more often. */
const FAIR = 256 - (256 % ALPHABET.length)

/** A name that people can read to each other, and nobody guesses: `SLP-…` of an account, `PAY-…` of a payment, `RFD-…` of a refund. */
export function newReference(prefix: 'SLP' | 'PAY' | 'RFD'): string {
  let text = ''
  while (text.length < LENGTH) {
    for (const byte of randomBytes(LENGTH)) {
      if (byte < FAIR && text.length < LENGTH) text += ALPHABET[byte % ALPHABET.length]
    }
  }
  return `${prefix}-${text}`
}
