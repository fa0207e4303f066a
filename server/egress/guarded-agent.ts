import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent } from 'undici'
import { oncePerProcess } from '@/db/once-per-process'
import { makeConnector } from './make-connector'
import { isAllowedAddress, type Resolve, resolveAll } from './target'

/** The host resolves to an address that is not public. Nothing was sent. */
class ForbiddenTargetError extends Error {
  override readonly name = 'ForbiddenTargetError'
}

/**
 * The only HTTP client that may call a customer's host. It resolves the name once, refuses unless every address is
 * public, connects to exactly those addresses, and checks the peer of the connection. Proxy variables of the
 * environment are ignored.
 */
export function makeGuardedAgent(resolve: Resolve): Agent {
  const connect = makeConnector({ lookup: guardedLookup(resolve), timeout: CONNECT_TIMEOUT_MS })
  return new Agent({
    connect: (options, callback) => {
      // An IP address as host name does not call the resolver, so check it here.
      const literal = options.hostname.replace(/^\[|\]$/g, '')
      if (isIP(literal) && !isAllowedAddress(literal)) return callback(forbidden(literal), null)
      connect(options, (error, socket) => {
        if (error || !socket) return callback(error ?? new Error('no socket'), null)
        if (socket.remoteAddress && isAllowedAddress(socket.remoteAddress)) return callback(null, socket)
        socket.destroy()
        callback(forbidden(options.hostname), null)
      })
    },
    pipelining: 1,
    // Set both, because a `Keep-Alive: timeout=600` of the host would keep a connection to an address that the name no
    // longer resolves to.
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  })
}

/** The agent of this process, which resolves names by DNS. */
export function guardedAgent(): Agent {
  return oncePerProcess('webhook-agent', () => makeGuardedAgent(resolveAll))
}

function guardedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (!first || !addresses.every(isAllowedAddress)) return callback(forbidden(hostname), [])
        // Node requests all addresses unless happy eyeballs is disabled.
        if (options.all) return callback(null, addresses.map(toLookupAddress))
        callback(null, first, familyOf(first))
      },
      (error: Error) => callback(error, []),
    )
  }
}

function toLookupAddress(address: string): LookupAddress {
  return { address, family: familyOf(address) }
}

function familyOf(address: string): 4 | 6 {
  return address.includes(':') ? 6 : 4
}

function forbidden(hostname: string): ForbiddenTargetError {
  return new ForbiddenTargetError(`${hostname} does not lead to a public address`)
}

const CONNECT_TIMEOUT_MS = 5_000
const KEEP_ALIVE_MS = 4_000
