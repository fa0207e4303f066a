import { env } from '@/server/env'
import { runsJobsWithoutKeys } from '@/server/environment/check-together'
import { parseUrl } from '@/server/parse-url'

export const BODY_NOT_JSON = 'The body is not JSON'
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/**
 * The reason why a call to the jobs is refused, or null. Job servers are not browsers and send no Origin. Without keys,
 * a page could still call with a host name that resolves to this server; its Host header shows that.
 */
export function refuseCaller(header: (name: string) => string | null | undefined): string | null {
  if (header('origin') || header('sec-fetch-site')) return 'Jobs are not for browsers'
  if (!runsJobsWithoutKeys(env())) return null
  const hostnames = [env().BASE_URL, env().INNGEST_SERVE_ORIGIN].map((url) => new URL(url).hostname)
  const host = parseUrl(`http://${header('host')}`)
  return host && [...LOOPBACK, ...hostnames].includes(host.hostname) ? null : 'Unknown host'
}

/** Whether the SDK could not read a body, which it does before it checks the signature. */
export function isUnreadableBody(error: unknown): boolean {
  return error instanceof SyntaxError
}
