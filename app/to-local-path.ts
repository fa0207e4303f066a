import { parseUrl } from '@/server/parse-url'

/** Not a real address: it only resolves relative addresses. */
const ORIGIN = 'http://portal.invalid'

/**
 * The path of this portal in an address from outside, `/` if it has none. It is parsed as a browser would parse it and
 * rebuilt, in characters that fit a header: `//host`, `/\host` and a tab between the slashes would leave the portal.
 */
export function toLocalPath(address: string | string[] | undefined): string {
  if (typeof address !== 'string' || !address.startsWith('/')) return '/'
  const path = pathOf(address)
  // A path may begin with two slashes (`/.//host`), so parse the result a second time.
  return path !== null && pathOf(path) === path ? path : '/'
}

function pathOf(address: string): string | null {
  const url = parseUrl(address, ORIGIN)
  return url?.origin === ORIGIN ? url.pathname + url.search + url.hash : null
}
