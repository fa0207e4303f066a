import type { IncomingMessage, ServerResponse } from 'node:http'
import { serve } from 'inngest/node'
import { BODY_NOT_JSON, isUnreadableBody, refuseCaller } from '@/inngest/refuse-caller'
import { serveOptions } from '@/inngest/serve-options'

/** The handler for calls of the job server in this process: one call is one step of a job. */
export function createJobHandler(): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  const runStep = serve(serveOptions())
  return async (incoming, outgoing) => {
    const refusal = refuseCaller((name) => incoming.headers[name]?.toString())
    // The rest of an unwanted body is not worth reading.
    if (refusal !== null) return refuse(outgoing, 403, refusal)
    try {
      await runStep(incoming, outgoing)
    } catch (error) {
      if (!isUnreadableBody(error) || outgoing.headersSent) throw error
      refuse(outgoing, 400, BODY_NOT_JSON)
    }
  }
}

function refuse(outgoing: ServerResponse, status: number, message: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
  outgoing.end(JSON.stringify({ message }))
}
