import { type Dispatcher, Pool } from 'undici'
import { oncePerProcess } from '@/db/once-per-process'
import { makeConnector } from '@/server/egress/make-connector'
import { RPC_LIMITS } from './limits'

/** An open way to an endpoint. `path` may hold a provider's key and stays in here and in the request. */
export type Connection = { client: Dispatcher; origin: string; path: string; host: string }

const connections = oncePerProcess('rpc-connections', () => new Map<string, Connection>())

/** The pool of an endpoint's address, made on first use. */
export function connectionTo(url: string): Connection {
  const cached = connections.get(url)
  if (cached) return cached
  const { origin, pathname, search, host } = new URL(url)
  const client = new Pool(origin, {
    connections: RPC_LIMITS.connectionsPerEndpoint,
    pipelining: 1,
    connect: makeConnector({ timeout: RPC_LIMITS.connectTimeoutMs }),
  })
  const connection = { client, origin, path: pathname + search, host }
  connections.set(url, connection)
  return connection
}

/** Closes the pools of every address that is not in the list, after their open requests have ended. */
export function closeOtherConnections(urls: ReadonlySet<string>): void {
  for (const [url, { client }] of connections) {
    if (urls.has(url)) continue
    connections.delete(url)
    client.close().catch(() => {})
  }
}
