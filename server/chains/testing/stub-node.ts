import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Call, readCalls } from './read-calls'

type Failure = { code: number; message: string }
export type StubMethod = (params: unknown[]) => unknown | { error: Failure }

/** How the node treats whole requests; `hold` answers none until the mode changes back and `release` is called. */
type Mode = 'well' | 'reset' | 'html' | 'hold' | { status: number; body: string }

/** A JSON-RPC node on loopback whose answers a test writes and changes as it goes. */
export async function startStubNode(options: {
  chainId?: number
  head?: bigint
  methods?: Record<string, StubMethod>
}) {
  const held: (() => void)[] = []
  const node = {
    url: '',
    mode: 'well' as Mode, // widened: tests assign to it
    chainId: options.chainId ?? 1,
    head: options.head ?? 100n,
    methods: options.methods ?? {},
    /** Methods asked, in order of arrival. */
    asked: [] as string[],
    /** Parameters of the sends that arrived, in order. */
    sent: [] as unknown[],
    release: () => held.splice(0).forEach((go) => void go()),
    close: async () => {
      node.release()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  function answer({ method, params }: Call): unknown {
    node.asked.push(method)
    if (method === 'eth_sendRawTransaction') node.sent.push(params[0])
    if (method === 'eth_chainId') return node.methods[method]?.(params) ?? `0x${node.chainId.toString(16)}`
    if (method === 'eth_blockNumber') return node.methods[method]?.(params) ?? `0x${node.head.toString(16)}`
    const known = node.methods[method]
    return known ? known(params) : { error: { code: -32601, message: `the method ${method} does not exist` } }
  }

  async function toReply(one: Call): Promise<object> {
    const result = await answer(one)
    const isError = typeof result === 'object' && result !== null && 'error' in result
    return { jsonrpc: '2.0', id: one.id, ...(isError ? result : { result }) }
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await readCalls(request, response)
    if (!asked) return
    const { mode } = node
    if (mode === 'reset') return void response.socket?.destroy()
    if (mode === 'html') return void response.writeHead(200).end('<html>Bad gateway</html>')
    if (typeof mode === 'object') return void response.writeHead(mode.status).end(mode.body)
    const each = await Promise.all(asked.calls.map(toReply))
    const replies = asked.isBatch ? each : each[0]
    const write = () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(replies))
    if (mode === 'hold') return void held.push(write)
    write()
  }

  const server = createServer(respond)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A suite that leaves it open ends all the same.
  server.unref()
  const address = server.address()
  node.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return node
}
export type StubNode = Awaited<ReturnType<typeof startStubNode>>
