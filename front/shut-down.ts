import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { beginStopping } from '@/server/waking/stopping'
import type { InFlight } from './in-flight'

/** Requests and pumps under way get this long; afterwards what they hold is taken over when its lease runs out. */
const DRAIN_MS = 4_000
/** Whatever still hangs then ends with the process. */
const END_MS = 5_000

type Parts = {
  server: Server
  inFlight: InFlight
  /** Ends what runs beside the requests and writes what is still waiting. */
  endBackground: () => Promise<void>
}

/**
 * Ends the process within five seconds: readiness fails, new requests get 503 with `Connection: close`, those under way are answered,
 * pumps stop at their next safe edge. The socket stays open until then: a refused connection would look like a crash.
 */
export async function shutDown({ server, inFlight, endBackground }: Parts): Promise<void> {
  setTimeout(() => process.exit(0), END_MS).unref()
  beginStopping()
  await Promise.race([inFlight.drained(), wait(DRAIN_MS, undefined, { ref: false })])
  server.close()
  server.closeAllConnections()
  await endBackground()
  process.exit(0)
}
