import { OAuthError } from './oauth-error'

/** Name and password of HTTP Basic in the form of RFC 6749 (form-encoded each), or null for another scheme or none. */
export function basicCredentials(authorization: string | null): { id: string; secret: string } | null {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(authorization ?? '')?.[1]
  if (!encoded) return null
  const [id, ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { id: decoded(id ?? ''), secret: decoded(rest.join(':')) }
}

/** Whether a request authenticates by HTTP Basic, well-formed or not. */
export function usesBasic(authorization: string | null): boolean {
  return /^Basic(\s|$)/i.test(authorization ?? '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new OAuthError('invalid_client', 'The Basic credentials are malformed')
  }
}
