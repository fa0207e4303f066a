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

type RenewedPeriod = { version: number; start: Date }

/**
 * A reference that people can read out and that cannot be guessed: `SLP-…` for an account, `PAY-…` for a payment,
 * `RFD-…` for a refund that no provider gets.
 */
export function newReference(prefix: Prefix): string {
  return toReference(prefix, () => randomBytes(LENGTH))
}

/** `RFD-…`, derived from `parts`, so that a provider recognizes a refund that a restored backup lacks. */
export function refundReference(parts: readonly string[]): Promise<string> {
  return derivedReference('RFD', 'refunds', parts)
}

/** `PAY-…` of a period that the balance pays: the same if a restored backup has forgotten it and it is paid again. */
export function renewalReference(subscriptionId: string, { version, start }: RenewedPeriod): Promise<string> {
  return derivedReference('PAY', 'renewals', [subscriptionId, `${version}`, start.toISOString()])
}

async function derivedReference(prefix: Prefix, purpose: string, parts: readonly string[]): Promise<string> {
  const secret = await stableSecret(purpose)
  let block = 0
  const next = () =>
    createHmac('sha256', secret)
      .update(JSON.stringify([...parts, block++]))
      .digest()
  return toReference(prefix, next)
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
