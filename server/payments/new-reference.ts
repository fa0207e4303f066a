import { createHmac, randomBytes } from 'node:crypto'
import { stableSecret } from '@/server/stable-secret'

/** Without letters and digits that look alike. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 16
/**
 * The largest multiple of the alphabet's length in a byte. Higher bytes are discarded, because they would favor some
 * letters.
 */
const FAIR = 256 - (256 % ALPHABET.length)

type Prefix = 'SLP' | 'PAY' | 'RFD'

/**
 * A reference that people can read out and that cannot be guessed: `SLP-…` for an account, `PAY-…` for a payment,
 * `RFD-…` for a refund that no provider gets.
 */
export function newReference(prefix: Prefix): string {
  return toReference(prefix, () => randomBytes(LENGTH))
}

/** `RFD-…`, derived from `parts`, so that a provider recognizes a refund that a restored backup lacks. */
export async function refundReference(parts: readonly string[]): Promise<string> {
  const secret = await stableSecret('refunds')
  let block = 0
  const next = () =>
    createHmac('sha256', secret)
      .update(JSON.stringify([...parts, block++]))
      .digest()
  return toReference('RFD', next)
}

function toReference(prefix: Prefix, nextBytes: () => Uint8Array): string {
  let text = ''
  while (text.length < LENGTH) {
    for (const byte of nextBytes()) {
      if (byte < FAIR && text.length < LENGTH) text += ALPHABET[byte % ALPHABET.length]
    }
  }
  return `${prefix}-${text}`
}
