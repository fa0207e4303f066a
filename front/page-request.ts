import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

const STATE = 'next-router-state-tree'

/**
 * Whether Next handles a request. Pages are read-only and there are no server actions; routes accept other methods too.
 */
export function isPageRequest(method: string | undefined, path: string): boolean {
  return method === 'GET' || method === 'HEAD' || (method === 'POST' && path.startsWith('/api/'))
}

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i
/** A second slash would name another host. */
const OWN_PATH = /^\/(?![/\\])/

/**
 * Whether a browser sent a form to its own page, because the page's script was not there yet. The page is shown again,
 * and nothing of the form is read.
 */
export function isEarlyForm({ method, headers }: IncomingMessage, path: string): boolean {
  if (method !== 'POST' || path.startsWith('/api/') || headers['next-action'] !== undefined) return false
  return OWN_PATH.test(path) && FORM.test(headers['content-type'] ?? '')
}

/** Drops a router state that Next cannot parse, because Next answers it with 500 on unknown paths. */
export async function dropInvalidRouterState({ headers }: IncomingMessage): Promise<void> {
  if (headers[STATE] === undefined) return
  const { parseAndValidateFlightRouterState } = await import(
    'next/dist/server/app-render/parse-and-validate-flight-router-state.js'
  )
  try {
    parseAndValidateFlightRouterState(headers[STATE])
  } catch {
    delete headers[STATE]
  }
}

type PageContext = { isDevelopment: boolean; isHttps: boolean }

/**
 * Security headers of pages. Next reads the nonce from the request's own policy header and puts it on its inline
 * scripts; the layout reads `x-nonce`. Both are overwritten here, so a client's values never count.
 */
export function setPageHeaders(incoming: IncomingMessage, outgoing: ServerResponse, context: PageContext): void {
  const nonce = randomBytes(16).toString('base64')
  const policy = contentPolicy(nonce, context)
  incoming.headers['x-nonce'] = nonce
  incoming.headers['content-security-policy'] = policy
  outgoing.setHeader('content-security-policy', policy)
  outgoing.setHeader('x-content-type-options', 'nosniff')
  outgoing.setHeader('x-frame-options', 'DENY')
  outgoing.setHeader('referrer-policy', 'strict-origin-when-cross-origin')
  outgoing.setHeader('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
  outgoing.setHeader('cross-origin-opener-policy', 'same-origin')
  if (context.isHttps) outgoing.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

function contentPolicy(nonce: string, { isDevelopment, isHttps }: PageContext): string {
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
