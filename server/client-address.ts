import ipaddr from 'ipaddr.js'
import { oncePerProcess } from '@/db/once-per-process'

/** The front server overwrites this header on every request, so a client's own value never gets through. */
export const CLIENT_IP_HEADER = 'x-slipway-client-ip'

const door = () => oncePerProcess('front-door', () => ({ isOurs: false }))

/** Called by the front server once it owns the socket; until then the header is not believed. */
export function believeClientIpHeader(): void {
  door().isOurs = true
}

/**
 * The client's address as the front server saw it. Without the front server (Next alone) only a trusted proxy's word counts;
 * null when nobody trustworthy said anything.
 */
export function clientAddress(headers: Pick<Headers, 'get'>, trustedProxies: readonly string[]): string | null {
  if (door().isOurs) return headers.get(CLIENT_IP_HEADER)
  if (trustedProxies.length === 0) return null
  return firstUntrustedHop(headers.get('x-forwarded-for'), trustedProxies)
}

/** The socket's peer, unless that is a trusted proxy: then the first untrusted hop of X-Forwarded-For, read from the right. */
export function resolveClientIp(
  peer: string | undefined,
  forwardedFor: string | null,
  trustedProxies: readonly string[],
): string | null {
  const address = canonicalIp(peer ?? '')
  if (address === null || !isTrusted(address, trustedProxies)) return address
  return firstUntrustedHop(forwardedFor, trustedProxies) ?? address
}

/** One canonical text per address (v4-mapped folded to IPv4), or null for anything but a plain address. */
export function canonicalIp(text: string): string | null {
  // Node writes link-local peers with a zone.
  const bare = text.replace(/%[0-9A-Za-z_.-]+$/, '')
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null
  return ipaddr.process(bare).toString()
}

function firstUntrustedHop(forwardedFor: string | null, trustedProxies: readonly string[]): string | null {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim())
  for (const hop of hops.reverse()) {
    const address = canonicalIp(withoutPort(hop))
    // A hop that is no address was written by someone who cannot be believed.
    if (address === null) return null
    if (!isTrusted(address, trustedProxies)) return address
  }
  return null
}

/** Some proxies write where a client's connection came from: `203.0.113.9:51234`, `[2001:db8::7]:443`. */
function withoutPort(hop: string): string {
  return hop.replace(/^([\d.]+):\d{1,5}$/, '$1').replace(/^\[([^\]]*)\](:\d{1,5})?$/, '$1')
}

function isTrusted(address: string, trustedProxies: readonly string[]): boolean {
  if (trustedProxies.length === 0) return false
  const parsed = ipaddr.process(address)
  return trustedProxies.some((proxy) => {
    if (!proxy.includes('/')) return canonicalIp(proxy) === address
    const [range, bits] = ipaddr.parseCIDR(proxy)
    return range.kind() === parsed.kind() && parsed.match(range, bits)
  })
}
