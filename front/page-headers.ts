import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

type Surroundings = { isDevelopment: boolean; isHttps: boolean }

/**
 * Security headers of pages. Next reads the nonce from the request's own policy header and puts it on its inline
 * scripts; the layout reads `x-nonce`. Both are overwritten here, so a client's values never count.
 */
export function setPageHeaders(incoming: IncomingMessage, outgoing: ServerResponse, around: Surroundings): void {
  const nonce = randomBytes(16).toString('base64')
  const policy = contentPolicy(nonce, around)
  incoming.headers['x-nonce'] = nonce
  incoming.headers['content-security-policy'] = policy
  outgoing.setHeader('content-security-policy', policy)
  outgoing.setHeader('x-content-type-options', 'nosniff')
  outgoing.setHeader('x-frame-options', 'DENY')
  outgoing.setHeader('referrer-policy', 'strict-origin-when-cross-origin')
  outgoing.setHeader('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
  outgoing.setHeader('cross-origin-opener-policy', 'same-origin')
  if (around.isHttps) outgoing.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

function contentPolicy(nonce: string, { isDevelopment, isHttps }: Surroundings): string {
  // Next's dev server evaluates modules and talks over a web socket.
  const scripts = isDevelopment ? `'self' 'nonce-${nonce}' 'unsafe-eval'` : `'self' 'nonce-${nonce}'`
  const connections = isDevelopment ? "'self' ws: wss:" : "'self'"
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    // Component libraries position things with style attributes, which no nonce covers.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src ${connections}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
