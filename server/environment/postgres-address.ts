import { parseUrl } from '@/server/parse-url'
import { canDecode } from './can-decode'
import { isHostOfUrl } from './host-name'

/**
 * An address of Postgres that names a host, and a database or a login after which it is called. A password whose signs
 * are not escaped would put parts of itself into the host, the path, the query or the fragment.
 */
export function isPostgresAddress(text: string): boolean {
  const url = parseUrl(text)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || /[\s\p{Cc}#]/u.test(text)) return false
  const { username, password, pathname, searchParams } = url
  if (![username, password, pathname].every(canDecode)) return false
  const isNamed = /^\/[^/]+$/.test(pathname) || (/^\/?$/.test(pathname) && username !== '')
  return isHostOfUrl(url) && isNamed && [...searchParams.keys()].every((name) => /^\w+$/.test(name))
}
