import type { Server, ServerResponse } from 'node:http'
import { isStopping, onStopping } from '@/server/waking/stopping'

export type InFlight = {
  /** Resolves when every request that arrived before the shutdown began has its response. */
  drained: () => Promise<void>
}

/** Tracks a server's requests. Once the shutdown begins, responses have the header `Connection: close`. */
export function watchInFlight(server: Server): InFlight {
  const open = new Set<ServerResponse>()
  let resolveDrained: () => void = () => {}
  const drained = new Promise<void>((resolve) => {
    resolveDrained = resolve
  })
  // Added before the server's own listener, which may answer at once.
  server.prependListener('request', (_incoming, outgoing) => {
    if (isStopping()) return
    open.add(outgoing)
    outgoing.once('close', () => {
      open.delete(outgoing)
      if (open.size === 0 && isStopping()) resolveDrained()
    })
  })
  onStopping(() => {
    for (const outgoing of open) if (!outgoing.headersSent) outgoing.setHeader('connection', 'close')
    if (open.size === 0) resolveDrained()
  })
  return { drained: () => drained }
}
