import type { Server } from 'node:http'
import { setImmediate as afterReading, setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { beginStopping } from '@/server/waking/stopping'
import type { InFlight } from './in-flight'

/**
 * The time that open requests and workers have. Afterwards other processes take over their work when the lease ends.
 */
const DRAIN_MS = 4_000
/** Whatever still hangs then ends with the process. */
const END_MS = 5_000

/**
 * Proxies keep connections open. A request on one of them is refused and its connection closed, so that the proxy sends
 * it to another process. A connection that was idle for this time is closed first; a request that crosses that close is
 * lost.
 */
const LINGER_MS = 3_000
const LINGER_POLL_MS = 50
/** A request that is being refused when the socket closes gets its answer within this. */
const REFUSAL_MS = 300

type Parts = {
  server: Server
  inFlight: InFlight
  /** Ends the background work and writes pending records. */
  endBackground: () => Promise<void>
}

/**
 * Ends the process within five seconds: readiness fails, new requests get 503 with `Connection: close`, open requests
 * are answered, and workers stop between two steps. The socket stays open until then: a refused connection would look
 * like a crash.
 */
export async function shutDown({ server, inFlight, endBackground }: Parts): Promise<void> {
  setTimeout(() => process.exit(0), END_MS).unref()
  beginStopping()
  await closeServer({ server, inFlight })
  await endBackground()
  process.exit(0)
}

/**
 * Closes a server that refuses new requests: after the requests in flight, and once no connection is kept any more or
 * `lingerMs` are over.
 */
export async function closeServer({
  server,
  inFlight,
  lingerMs = LINGER_MS,
}: Pick<Parts, 'server' | 'inFlight'> & { lingerMs?: number }): Promise<void> {
  await Promise.all([Promise.race([inFlight.drained(), atMost(DRAIN_MS)]), untilNoneIsKept(server, lingerMs)])
  // Timers run before the sockets are read: a request that reached a busy process meanwhile would be cut off unread.
  await afterReading()
  const closed = new Promise((resolve) => server.close(resolve))
  await Promise.race([closed, atMost(REFUSAL_MS)])
  await afterReading()
  server.closeAllConnections()
}

async function untilNoneIsKept(server: Server, ms: number): Promise<void> {
  const count = promisify(server.getConnections.bind(server))
  const over = performance.now() + ms
  while (performance.now() < over && (await count()) > 0) await atMost(LINGER_POLL_MS)
}

function atMost(ms: number): Promise<void> {
  return wait(ms, undefined, { ref: false })
}
