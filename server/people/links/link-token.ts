import { createHash, randomBytes } from 'node:crypto'
import type { LinkKind } from '@/schemas/people/words'
import { env } from '@/server/env'

/** What a one-time link carries: 32 random bytes. */
export function createLinkToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored in its place; the token is random, so a plain hash is enough. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

const PAGES = {
  invitation: '/welcome',
  password_reset: '/reset-password',
  email_change: '/confirm-email',
} satisfies Record<LinkKind, string>

/**
 * The address of a link. The token stands behind `#`: browsers send that part to no server, neither in a request nor as
 * its referrer.
 */
export function linkUrl(kind: LinkKind, token: string): string {
  return `${env().BASE_URL}${PAGES[kind]}#${token}`
}
