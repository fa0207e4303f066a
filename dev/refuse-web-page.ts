import type { IncomingMessage } from 'node:http'

type Refusal = { status: 403 | 415; reason: string }

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * The reason why a local server must not answer a request, or null. Any page open in a browser can send to its port:
 * what names another host or an origin comes from one, and a body that is not declared JSON may, since only that a page
 * cannot send without being let.
 */
export function refuseWebPage({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): Refusal | null {
  if (!LOOPBACK.has(hostnameOf(headers.host))) return { status: 403, reason: 'only this machine is served' }
  if (headers.origin !== undefined) return { status: 403, reason: 'web pages are not served' }
  if (method === 'GET' || method === 'HEAD' || method === 'DELETE') return null
  // The SDK declares no type for some calls; what carries this header no page sends without being let either.
  if (headers.authorization !== undefined) return null
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  return type === 'application/json' ? null : { status: 415, reason: 'expected content-type: application/json' }
}

function hostnameOf(host = ''): string {
  return host.replace(/:\d+$/, '').toLowerCase()
}
