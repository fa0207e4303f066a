import type { LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { shared } from '@/server/shared'
import { isAllowedAddress, type Resolve, resolveAll } from './target'

export class ForbiddenTargetError extends Error {
  override readonly name = 'ForbiddenTargetError'
}

/**
 * The only HTTP client that may reach a customer's host. It resolves once, refuses unless every address is public, connects to exactly
 * those addresses, and looks at the peer of the finished connection: a literal address never passes the resolver.
 */
export function makeGuardedAgent(resolve: Resolve): Agent {
  const lookup: LookupFunction = (hostname, _options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const pinned = addresses.filter(isAllowedAddress)
        if (pinned.length === 0 || pinned.length !== addresses.length) {
          return callback(new ForbiddenTargetError(`${hostname} does not lead to a public address`), [])
        }
        callback(
          null,
          pinned.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        )
      },
      (error: Error) => callback(error, []),
    )
  }
  const connect = buildConnector({ lookup, timeout: CONNECT_TIMEOUT_MS })
  return new Agent({
    connect: (options, callback) =>
      connect(options, (error, socket) => {
        if (error || !socket) return callback(error ?? new Error('no socket'), null)
        if (socket.remoteAddress && isAllowedAddress(socket.remoteAddress)) return callback(null, socket)
        socket.destroy()
        callback(new ForbiddenTargetError('the connection ended at an address that is not public'), null)
      }),
    maxResponseSize: MAX_RESPONSE_BYTES,
    connections: 16,
    pipelining: 1,
    keepAliveTimeout: 4_000,
  })
}

export function guardedAgent(): Agent {
  return shared('webhook-agent', () => makeGuardedAgent(resolveAll))
}

const CONNECT_TIMEOUT_MS = 5_000
const MAX_RESPONSE_BYTES = 64 * 1_024
