import { once } from 'node:events'
import type { Server } from 'node:http'
import { endPools } from '@/server/database/pools'
import { inTime } from '@/server/in-time'

/** Calls under way get this long. What they stored by then is found again by the app. */
const DRAIN_MS = 4_000

/** Ends the process: no new calls, those under way are answered. */
export async function shutDown(server: Server, ending: AbortController): Promise<void> {
  ending.abort()
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  await inTime<unknown>(closed, DRAIN_MS, null)
  server.closeAllConnections()
  await endPools(1)
  process.exit(0)
}
