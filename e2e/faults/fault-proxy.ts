import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { z } from 'zod'
import { answerCalls, type Call, type Forward } from './fault-proxy-calls'
import { type FaultBook, type FaultName, type Faults, openFaultBook } from './fault-proxy-faults'

export type FaultProxy = {
  url: string
  /** From now on, until cleared; settings of the same fault are replaced. */
  setFault: <N extends FaultName>(name: N, settings: Faults[N]) => void
  /** One fault, or all. What is held open is let go. */
  clear: (name?: FaultName) => void
  /** How often each fault has struck since the start, calls or requests. */
  struck: () => Record<FaultName, number>
  close: () => Promise<void>
}

const call = z.object({
  jsonrpc: z.string().optional(),
  id: z.union([z.number(), z.string(), z.null()]).default(null),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
})

/**
 * A JSON-RPC node on loopback that passes everything on to the node at `target`, except for the faults that are set.
 * Batches are taken apart call by call. With equal seeds, equal calls in equal order give equal faults.
 */
export async function startFaultProxy(options: { target: string; seed?: number; port?: number }): Promise<FaultProxy> {
  const { origin, pathname } = new URL(options.target)
  const pool = new Pool(origin, { connections: 16 })
  const book = openFaultBook(options.seed ?? 1)
  const held = new Set<ServerResponse>()

  const forward: Forward = async (calls) => {
    const body = JSON.stringify(calls.map((one, id) => ({ ...one, jsonrpc: '2.0', id })))
    const headers = { 'content-type': 'application/json' }
    const reply = await pool.request({ path: pathname, method: 'POST', headers, body })
    const answers = z.array(z.looseObject({ id: z.number() })).parse(await reply.body.json())
    return calls.map((_, id) => answers.find((answer) => answer.id === id) ?? null)
  }

  const server = createServer((request, response) => {
    respond({ request, response, book, forward, held }).catch(() => {
      // The node behind is away: so is this one.
      response.socket?.destroy()
    })
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  function letGo(): void {
    for (const response of held) response.socket?.destroy()
    held.clear()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    setFault: book.set,
    clear(name) {
      book.clear(name)
      letGo()
    },
    struck: book.struck,
    async close() {
      letGo()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await pool.destroy()
    },
  }
}

type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  book: FaultBook
  forward: Forward
  held: Set<ServerResponse>
}

/** Faults of whole requests, in the order in which a request meets them; then call by call. */
async function respond({ request, response, book, forward, held }: Exchange): Promise<void> {
  const parsed: unknown = JSON.parse(await text(request))
  const calls: Call[] = Array.isArray(parsed) ? z.array(call).parse(parsed) : [call.parse(parsed)]
  const methods = calls.map(({ method }) => method)
  const latency = book.strikes('latency', methods)
  if (latency) await pause(latency.ms)
  if (book.strikes('reset', methods)) return void response.socket?.destroy()
  if (book.strikes('rateLimit', methods)) return refuse(response, 429, LIMITED, 'application/json')
  if (book.strikes('badGateway', methods)) return refuse(response, 502, BAD_GATEWAY, 'text/html')
  const isSilent = book.strikes('acceptThenTimeout', methods) !== null
  const isCutOff = book.strikes('acceptThenReset', methods) !== null
  const isHalf = book.strikes('truncated', methods) !== null
  const replies = await answerCalls(calls, book, forward)
  if (isCutOff) return void response.socket?.destroy()
  if (isSilent) {
    held.add(response)
    response.once('close', () => held.delete(response))
    return
  }
  const body = JSON.stringify(Array.isArray(parsed) ? replies : replies[0])
  const whole = isHalf ? body.slice(0, body.length / 2) : body
  response.writeHead(200, { 'content-type': 'application/json' }).end(whole)
}

function refuse(response: ServerResponse, status: number, body: string, type: string): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}

const LIMITED = '{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"request rate limited"}}'
const BAD_GATEWAY = '<html><body><h1>502 Bad Gateway</h1></body></html>'
