import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Inngest } from 'inngest'
import { serve } from 'inngest/node'

export interface ServedApp {
  url: string
  port: number
  close(): Promise<void>
}

export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}

/** An application on a real socket, served by the SDK's own Node handler without code of this repository in between. */
export async function serveApp(
  client: Inngest.Any,
  functions: Parameters<typeof serve>[0]['functions'],
  port = 0,
): Promise<ServedApp> {
  const server = createServer(serve({ client, functions }))
  const bound = await listen(server, port)
  return {
    url: `http://127.0.0.1:${bound}/api/inngest`,
    port: bound,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
