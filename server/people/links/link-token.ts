import { createHash, randomBytes } from 'node:crypto'
import type { LinkKind } from '@/schemas/people/words'
import { env } from '@/server/env'

/** A new token for a one-time link: 32 random bytes. */
export function createLinkToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token. The token is random, so a plain hash is enough. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

const PAGES = {
  invitation: '/welcome',
  password_reset: '/reset-password',
  email_change: '/confirm-email',
} satisfies Record<LinkKind, string>

/**
 * The address of a link. The token is behind `#`: browsers send that part to no server, neither in a request nor as its
 * referrer.
 */
export function linkUrl(kind: LinkKind, token: string): string {
  return `${env().BASE_URL}${PAGES[kind]}#${token}`
}
