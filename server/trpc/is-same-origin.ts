import { env } from '@/server/env'
import { parseUrl } from '@/server/parse-url'

/**
 * Whether a browser's call came from our own pages. Calls without an Origin are refused: browsers send it with every
 * POST.
 */
export function isSameOrigin({ origin, host }: { origin: string | null; host: string | null }): boolean {
  const url = origin && parseUrl(origin)
  if (!url) return false
  const { origin: canonical, host: originHost } = url
  return canonical === new URL(env().BASE_URL).origin || originHost === host
}
