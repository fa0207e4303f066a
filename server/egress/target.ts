import { lookup, Resolver } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { requireNoTransaction } from '@/server/database/network-guard'
import { env } from '@/server/env'
import { validationError } from '@/server/errors'
import { parseUrl, parseWebAddress } from '@/server/parse-url'

const INTERNAL_NAME =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|lan|home|corp|arpa|onion|test|invalid|example)$/
/** Public addresses at which a cloud serves metadata to its own machines: Azure's wire server, Equinix Metal. */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16', '192.80.8.124'])
const METADATA_NAMES: ReadonlySet<string> = new Set(['metadata.packet.net', 'metadata.platformequinix.com'])
const MAX_LENGTH = 2_048
const RESOLVE_TIMEOUT_MS = 5_000

/** The reason why a webhook URL is refused; the text completes `<field>: …`. */
type TargetProblem = string

export type Resolve = (hostname: string) => Promise<string[]>

/**
 * Checks a webhook URL at registration: its form, then the addresses of its host. Throws invalid with the field named.
 * Each delivery repeats these checks, on the socket (`guardedAgent`).
 */
export async function checkWebhookTarget(field: string, url: string): Promise<void> {
  const problem = formProblem(url) ?? (await addressProblem(new URL(url).hostname))
  if (problem) throw validationError([`${field}: ${problem}`])
}

/**
 * The fault of a URL as written, or null. Checks the parsed host, so that `0x7f.1` and `2130706433` count as the
 * addresses they mean.
 */
export function formProblem(text: string): TargetProblem | null {
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters`
  const url = parseUrl(text)
  if (!url || (isHttp(url) && !parseWebAddress(text))) return 'must be a valid URL'
  const allowLoopback = env().ALLOW_LOOPBACK_WEBHOOKS
  const hostname = bareHost(url.hostname)
  if (allowLoopback && isLoopbackName(hostname) && isHttp(url)) return url.username || url.password ? CREDENTIALS : null
  if (url.protocol !== 'https:') return 'must use https'
  if (url.username || url.password) return CREDENTIALS
  if (url.port !== '') return 'must use the standard https port'
  if (ipaddr.isValid(hostname)) return 'must name a host, not an IP address'
  if (!hostname.includes('.') || INTERNAL_NAME.test(hostname) || METADATA_NAMES.has(hostname))
    return 'must be a public host'
  return null
}

/** The fault of a host's addresses, or null: every address it resolves to must be public. */
export async function addressProblem(hostname: string, resolve: Resolve = resolveAll): Promise<TargetProblem | null> {
  const host = bareHost(hostname)
  if (env().ALLOW_LOOPBACK_WEBHOOKS && isLoopbackName(host)) return null
  const addresses = await resolve(host).catch(() => [])
  if (addresses.length === 0) return 'its host cannot be resolved'
  return addresses.every(isAllowedAddress) ? null : 'must be a public host'
}

/**
 * Public unicast only; this leaves out private, loopback, link-local, CGNAT, NAT64, 6to4, Teredo and reserved ranges.
 */
export function isAllowedAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() === 'loopback') return env().ALLOW_LOOPBACK_WEBHOOKS
  if (METADATA_ADDRESSES.has(parsed.toString())) return false
  if (parsed.range() !== 'unicast') return false
  // The library calls every range without a name unicast, such as `::7f00:1`; only 2000::/3 is allocated.
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST)
}

/**
 * Asks DNS itself: getaddrinfo would run on the process's few file-system threads, and a slow name server could hold
 * them all. Throws when the name leads nowhere.
 */
export async function resolveAll(hostname: string): Promise<string[]> {
  requireNoTransaction('a look at DNS')
  if (isLoopbackName(bareHost(hostname))) {
    return (await lookup(hostname, { all: true })).map((entry) => entry.address)
  }
  const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS / 2, tries: 2 })
  const limit = setTimeout(() => resolver.cancel(), RESOLVE_TIMEOUT_MS)
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  clearTimeout(limit)
  const [first] = answers
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length === 0) throw first.status === 'rejected' ? first.reason : new Error('the name does not resolve')
  return found
}

const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]
const CREDENTIALS = 'must not carry a user name or password'

function isHttp(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:'
}

function isLoopbackName(hostname: string): boolean {
  if (hostname === 'localhost') return true
  return ipaddr.isValid(hostname) && ipaddr.process(hostname).range() === 'loopback'
}

/** Without the brackets of IPv6 and the dots at the end of a rooted name. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
}
