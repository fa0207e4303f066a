import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import fc from 'fast-check'
import { type Dispatcher, Pool } from 'undici'
import { afterEach, expect, it, vi } from 'vitest'
import { postCalls } from '@/server/chains/rpc/call-endpoint'
import { connectionTo } from '@/server/chains/rpc/connections'
import { callProvider } from '@/server/payments/providers/call-provider'
import { testEnvironment } from '@/server/testing/test-database'
import { postWebhook } from '@/server/webhooks/post-webhook'
import { getText } from './get-text'
import { makeGuardedAgent } from './guarded-agent'
import { makeConnector } from './make-connector'

for (const [name, value] of Object.entries(testEnvironment('postgres://nowhere/none'))) vi.stubEnv(name, value)

const servers: Server[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

async function listen(server: Server): Promise<number> {
  servers.push(server)
  server.on('connection', (socket: Socket) => sockets.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Answers each request with these pieces, one after the other has gone; counts the requests. */
async function answerWith(pieces: readonly string[]) {
  const seen = { requests: 0 }
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {})
    let asked = ''
    socket.on('data', async (chunk) => {
      asked += chunk.toString('latin1')
      const [, length = '0'] = /content-length: (\d+)/i.exec(asked) ?? []
      const end = asked.indexOf('\r\n\r\n')
      if (end < 0 || asked.length < end + 4 + Number(length)) return
      asked = ''
      seen.requests += 1
      for (const piece of pieces) {
        await new Promise((resolve) => socket.write(piece, 'latin1', resolve))
        await new Promise((resolve) => setImmediate(resolve))
      }
    })
  })
  const port = await listen(server)
  return { seen, origin: `http://127.0.0.1:${port}` }
}

const ok = (body: string, ...fields: string[]) =>
  ['HTTP/1.1 200 OK', 'content-type: application/json', `content-length: ${body.length}`, ...fields, '', body].join(
    '\r\n',
  )
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
const INTERIM: Record<string, string> = {
  '100 Continue': CONTINUE,
  '100 with fields': 'HTTP/1.1 100 Continue\r\nserver: iis\r\nx-a: b\r\n\r\n',
  '100 of HTTP/1.0': 'HTTP/1.0 100 Continue\r\n\r\n',
  '102 Processing': 'HTTP/1.1 102 Processing\r\n\r\n',
  '103 Early Hints': 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n',
  '199 of no name': 'HTTP/1.1 199 \r\n\r\n',
  'several of them': `${CONTINUE}HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${CONTINUE}`,
}

const post = (origin: string, agent?: Dispatcher) =>
  postWebhook({ url: `${origin}/hook`, headers: {}, body: '{"a":1}' }, { agent, timeoutMs: 5_000 })

it.each(Object.entries(INTERIM))(
  'delivers to a receiver that sends %s before its answer, with one request',
  async (_name, interim) => {
    const { seen, origin } = await answerWith([interim + ok('{"thanks":1}')])
    expect(await post(origin)).toMatchObject({ httpStatus: 200, error: null, responseExcerpt: '{"thanks":1}' })
    expect(await post(origin)).toMatchObject({ httpStatus: 200, error: null })
    expect(seen.requests).toBe(2)
  },
)

it('skips interim responses wherever the network cuts them, on one connection, and changes no body that looks like one', async () => {
  const body = `${CONTINUE}${CONTINUE}`
  const whole = `${INTERIM['several of them']}${ok(body)}`
  const cuts = fc.uniqueArray(fc.nat({ max: whole.length }), { maxLength: 6 })
  const sample = fc.sample(cuts, { numRuns: 40, seed: 7 }).map((places) => places.sort((a, b) => a - b))
  for (const places of sample) {
    const pieces = [0, ...places].map((from, n) => whole.slice(from, places[n])).filter((piece) => piece !== '')
    const { seen, origin } = await answerWith(pieces)
    const pool = new Pool(origin, { connections: 1, connect: makeConnector({ timeout: 5_000 }) })
    for (const _ of [1, 2]) {
      const answer = await pool.request({ path: '/', method: 'POST', body: '{}' })
      expect(answer.statusCode).toBe(200)
      expect(await answer.body.text()).toBe(body)
    }
    expect(seen.requests).toBe(2)
    await pool.destroy()
  }
})

it('takes 101 and what is no HTTP for the faults they are', async () => {
  for (const answer of [
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    'HTTP/2 200\r\n\r\n',
    'SSH-2.0-x\r\n',
  ]) {
    const { origin } = await answerWith([answer])
    expect(await post(origin), answer).toMatchObject({
      httpStatus: null,
      error: expect.stringMatching(/^The connection failed/),
    })
  }
})

it('gives up on a receiver that sends nothing but interim responses', async () => {
  const server = createServer((socket) => {
    const send = () => {
      while (!socket.destroyed && socket.write(CONTINUE)) if (socket.bytesWritten > 4_000_000) return
    }
    socket.on('error', () => {}).on('data', send)
  })
  const port = await listen(server)
  const url = `http://127.0.0.1:${port}/hook`
  expect(await postWebhook({ url, headers: {}, body: '{}' }, { timeoutMs: 200 })).toMatchObject({
    httpStatus: null,
    error: 'No answer in time',
  })
})

it('reads the answers of nodes, providers and pages behind an interim response', async () => {
  const node = await answerWith([CONTINUE, ok('{"jsonrpc":"2.0","id":0,"result":"0x1"}')])
  expect(await postCalls(`${node.origin}/`, [{ method: 'eth_chainId', params: [] }])).toEqual([{ result: '0x1' }])
  await connectionTo(`${node.origin}/`).client.destroy()
  const provider = await answerWith([CONTINUE, ok('{"status":true}')])
  const call = { provider: 'paystack', baseUrl: provider.origin, method: 'GET', path: '/bank' } as const
  expect(await callProvider(call)).toEqual({ status: 200, body: { status: true } })
  const page = await answerWith([CONTINUE, ok('{"rates":{}}')])
  expect(await getText(`${page.origin}/`, { timeoutMs: 5_000 })).toBe('{"rates":{}}')
})

it('names a host for TLS without the dot at its end', async () => {
  const named: string[] = []
  const server = createTlsServer({
    SNICallback: (name, answer) => {
      named.push(name)
      answer(new Error('no certificate here'))
    },
  })
  server.on('tlsClientError', () => {})
  const port = await listen(server)
  const agent = makeGuardedAgent(async () => ['127.0.0.1'])
  for (const host of ['localhost', 'localhost.', 'LOCALHOST.']) {
    expect(await post(`https://${host}:${port}`, agent)).toMatchObject({ httpStatus: null })
  }
  expect(named).toEqual(['localhost', 'localhost', 'localhost'])
  await agent.destroy()
})
