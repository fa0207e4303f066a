import { createHash, randomBytes } from 'node:crypto'

/** What the cookie carries: 32 random bytes. */
export function createSessionToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored in its place; the token is random, so a plain hash is enough. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
