import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const call = z.object({ method: z.string(), params: z.array(z.unknown()).default([]) })
export type CountedCall = z.output<typeof call>

/** A proxy before a node, which keeps the calls of each HTTP request that it passes on. */
export async function startCountingNode(target: string) {
  const requests: CountedCall[][] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    requests.push(z.array(call).parse([JSON.parse(body)].flat()))
    const reply = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    /** The requests since the last call of this function. */
    take: (): CountedCall[][] => requests.splice(0),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
