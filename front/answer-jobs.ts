import type { IncomingMessage, ServerResponse } from 'node:http'
import { serve } from 'inngest/node'
import { refuseCaller } from '@/inngest/refuse-caller'
import { serveOptions } from '@/inngest/serve-options'

/** What answers the job server in this process: one call is one step of a job. */
export function createJobHandler(): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  const runStep = serve(serveOptions())
  return async (incoming, outgoing) => {
    const refusal = refuseCaller((name) => incoming.headers[name]?.toString())
    if (refusal === null) return runStep(incoming, outgoing)
    // The rest of a body nobody wants is not worth reading.
    outgoing.writeHead(403, { 'content-type': 'application/json', connection: 'close' })
    outgoing.end(JSON.stringify({ message: refusal }))
  }
}
