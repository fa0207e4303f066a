import { createHash, randomBytes } from 'node:crypto'

/** A new token for a session cookie: 32 random bytes. */
export function createSessionToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token. The token is random, so a plain hash is enough. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
