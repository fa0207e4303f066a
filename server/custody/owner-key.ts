import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { MAX_KEY_BITS, MIN_KEY_BITS } from '@/schemas/seed-exports/words'
import { ApiError, validationError } from '@/server/errors'

/** `fingerprint`: SHA-256 of the key's SPKI in DER, in hex. */
export type OwnerKey = { pem: string; fingerprint: string }

const PEM = /^-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----$/

/**
 * Reads the RSA public key that an owner provides for a seed, as PEM or JWK. Throws invalid for anything else, above
 * all for a private key.
 */
export function readOwnerKey(text: string): OwnerKey {
  const key = parse(text.trim())
  const { modulusLength = 0, publicExponent } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType !== 'rsa') throw refused('It must be an RSA key.')
  if (modulusLength < MIN_KEY_BITS || modulusLength > MAX_KEY_BITS)
    throw refused(`It must have ${MIN_KEY_BITS} to ${MAX_KEY_BITS} bits.`)
  if (publicExponent !== 65_537n) throw refused('Its exponent must be 65537.')
  const der = key.export({ type: 'spki', format: 'der' })
  return {
    pem: key.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: createHash('sha256').update(der).digest('hex'),
  }
}

const rsaJwk = z.object({ kty: z.literal('RSA'), n: z.string(), e: z.string(), d: z.unknown().optional() })

function parse(text: string): KeyObject {
  // Node would silently accept a private key, by its public half.
  if (text.includes('PRIVATE KEY')) throw refused(PRIVATE)
  try {
    if (PEM.test(text)) return createPublicKey(text)
    const { kty, n, e, d } = rsaJwk.parse(JSON.parse(text))
    if (d !== undefined) throw refused(PRIVATE)
    return createPublicKey({ key: { kty, n, e }, format: 'jwk' })
  } catch (error) {
    throw error instanceof ApiError ? error : refused('Paste it as PEM (BEGIN PUBLIC KEY) or as a JWK.')
  }
}

const PRIVATE = 'This is a private key. Paste the public one, and make a new pair: this one has left your hands.'

function refused(why: string): ApiError {
  return validationError([`publicKey: ${why}`])
}
