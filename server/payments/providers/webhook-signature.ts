import { createHash, createHmac } from 'node:crypto'

/** The HMAC of the raw bytes, in hexadecimal. */
export function hmacHex(algorithm: 'sha256' | 'sha512', secret: string, raw: Uint8Array): string {
  return createHmac(algorithm, secret).update(raw).digest('hex')
}

/** The id of an event from its content; from its bytes if that is too long or empty. */
export function eventKeyOf(raw: Uint8Array, parts: readonly (string | undefined | null)[]): string {
  const key = parts.map((part) => part ?? '').join(':')
  const isMeaningful = parts.length > 0 && parts.every(Boolean) && key.length <= 200
  return isMeaningful ? key : `sha256:${createHash('sha256').update(raw).digest('hex')}`
}
