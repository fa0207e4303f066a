import ipaddr from 'ipaddr.js'
import { oncePerProcess } from '@/db/once-per-process'
import { recordUnreadableHop } from './record-unreadable-hop'

/** The front server overwrites this header on every request, so a client's own value never gets through. */
export const CLIENT_IP_HEADER = 'x-slipway-client-ip'

const door = () => oncePerProcess('front-door', () => ({ isOurs: false }))

/** Called by the front server once it owns the socket; until then the header is not trusted. */
export function trustClientIpHeader(): void {
  door().isOurs = true
}

/** Headers in which a proxy names its client. A client can forge the one that the proxy does not write. */
export const PROXY_HEADERS = ['x-forwarded-for', 'forwarded'] as const
export type ProxyHeader = (typeof PROXY_HEADERS)[number]
/** The proxies in front, by address or range, and the one header that they write. */
export type Proxies = { trusted: readonly string[]; header: ProxyHeader }

/**
 * The client's address as the front server saw it. Without the front server (Next alone) only a trusted proxy's header
 * counts; null if there is none.
 */
export function clientAddress(headers: Pick<Headers, 'get'>, proxies: Proxies): string | null {
  if (door().isOurs) return headers.get(CLIENT_IP_HEADER)
  if (proxies.trusted.length === 0) return null
  return firstUntrustedHop(headers.get(proxies.header), proxies)
}

type Seen = {
  /** The address at the other end of the socket. */
  peer: string | undefined
  /** The value of the header that the proxies write. */
  forwarded: string | null
}

/**
 * The socket's peer, unless that is a trusted proxy: then the first untrusted hop that proxies name, read from the
 * right.
 */
export function resolveClientIp({ peer, forwarded }: Seen, proxies: Proxies): string | null {
  const address = canonicalIp(peer ?? '')
  if (address === null || !isAmong(address, proxies.trusted)) return address
  return firstUntrustedHop(forwarded, proxies) ?? address
}

/** One canonical text per address (v4-mapped folded to IPv4), or null for anything but a plain address. */
export function canonicalIp(text: string): string | null {
  // Node writes link-local peers with a zone.
  const bare = text.replace(/%[0-9A-Za-z_.-]+$/, '')
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null
  return ipaddr.process(bare).toString()
}

function firstUntrustedHop(forwarded: string | null, { trusted, header }: Proxies): string | null {
  if (forwarded === null) return null
  for (const hop of header === 'forwarded' ? forwardedHops(forwarded) : hopsFromTheRight(forwarded)) {
    const address = hop === null ? null : canonicalIp(withoutPort(hop))
    if (address === null) {
      // The header cannot be trusted. All clients behind this proxy now share the proxy's address.
      recordUnreadableHop({ header, text: hop ?? forwarded })
      return null
    }
    if (!isAmong(address, trusted)) return address
  }
  return null
}

function hopsFromTheRight(forwardedFor: string): string[] {
  const hops = forwardedFor.split(',').map((hop) => hop.trim())
  return hops.filter((hop) => hop !== '').reverse()
}

/** Some proxies write the address and port of the client: `203.0.113.9:51234`, `[2001:db8::7]:443`. */
function withoutPort(hop: string): string {
  return hop.replace(/^([\d.]+):\d{1,5}$/, '$1').replace(/^\[([^\]]*)\](:\d{1,5})?$/, '$1')
}

/**
 * Whether a text names a proxy as `Proxies` does. A range of IPv4-mapped addresses would match none: peers are reported
 * as IPv4.
 */
export function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const canonical = canonicalIp(address)
  if (canonical === null || rest.length > 0) return false
  if (bits === undefined) return true
  const isIpv4 = !address.includes(':')
  const isMapped = !isIpv4 && !canonical.includes(':')
  return !isMapped && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIpv4 ? 32 : 128)
}

/** Whether an address is one of these, or within a range of them. */
export function isAmong(address: string, addressesAndRanges: readonly string[]): boolean {
  if (addressesAndRanges.length === 0) return false
  const parsed = ipaddr.process(address)
  return addressesAndRanges.some((each) => {
    if (!each.includes('/')) return canonicalIp(each) === address
    const [range, bits] = ipaddr.parseCIDR(each)
    return range.kind() === parsed.kind() && parsed.match(range, bits)
  })
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
// RFC 7239 requires quotes around a colon and a bracket; proxies leave them out.
const VALUE = `(?:"(?:[^"\\\\]|\\\\.)*"|[!#$%&'*+.^_\`|~0-9A-Za-z:\\[\\]-]+)`
const PAIR = `${TOKEN}=${VALUE}`
const ELEMENT = new RegExp(`^\\s*((?:${PAIR}(?:\\s*;\\s*${PAIR})*)?)\\s*;?\\s*$`)
const PAIRS = new RegExp(`(${TOKEN})=(${VALUE})`, 'g')

/**
 * The `for` of each element of a Forwarded header (RFC 7239), the newest first. Null marks one that cannot be read, and
 * nothing follows it. Elements are cut from the right, so that no quote of a client reaches into what a proxy wrote
 * behind it.
 */
function* forwardedHops(header: string): Generator<string | null> {
  for (let rest = header; ; ) {
    if (rest.trim() === '') return
    const { element, before } = lastElement(rest)
    const hop = element && hopOf(element)
    // An empty element has no information.
    if (element !== '') yield hop
    if (hop === null) return
    rest = before
  }
}

function lastElement(text: string): { element: string | null; before: string } {
  for (let comma = text.lastIndexOf(','); ; comma = text.lastIndexOf(',', comma - 1)) {
    const element = ELEMENT.exec(text.slice(comma + 1))?.[1]
    if (element !== undefined) return { element, before: text.slice(0, Math.max(comma, 0)) }
    if (comma <= 0) return { element: null, before: '' }
  }
}

function hopOf(element: string): string | null {
  const hops = [...element.matchAll(PAIRS)].filter(([, name]) => name?.toLowerCase() === 'for')
  const [, , value] = hops.length === 1 ? (hops[0] ?? []) : []
  return value === undefined ? null : value.replace(/^"(.*)"$/, '$1').replace(/\\(.)/g, '$1')
}
