import { parseUrl } from '@/server/parse-url'

/**
 * The target of a request as path and query; null for what names no resource here (`*`). A client may send a whole URL
 * (RFC 9112, 3.2.2): only what follows its host counts, so that no answer repeats the rest.
 */
export function readTarget(target: string): string | null {
  if (target.startsWith('/')) return target
  const url = /^https?:/i.test(target) ? parseUrl(target) : null
  return url && url.pathname + url.search
}

/** Whether a path can be read: Next answers 500 to one that decodes to no text. */
export function isDecodablePath(target: string): boolean {
  const [path = ''] = target.split('?', 1)
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}
