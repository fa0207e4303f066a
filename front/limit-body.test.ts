import { once } from 'node:events'
import { type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '@/server/testing/open-database'
import { createFrontServer } from './create-front-server'

const HUGE = 300 * 1024 * 1024
const PIECE = Buffer.alloc(256 * 1024, 7)

openDatabase()
let server: Server
let port: number
/** The paths of the requests that reached the jobs or the pages. */
let handled: string[] = []

beforeAll(async () => {
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    handled.push(incoming.url ?? '')
    let text = ''
    for await (const chunk of incoming) text += chunk
    outgoing.end(JSON.stringify({ text, length: incoming.headers['content-length'] }))
  }
  server = createFrontServer({
    trustedProxies: [],
    isDevelopment: false,
    isHttps: false,
    handleJob: handle,
    handleStatic: async () => false,
    handlePage: handle,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
})
beforeEach(() => {
  handled = []
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
})

type Answer = { status: number; connection: string | undefined; body: string; sentBytes: number }

/** Sends the head, then as much of the body as the server takes. */
function post(path: string, headers: Record<string, string | number>, bytes: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let sentBytes = 0
    let answer: Answer | undefined
    const asked = request({ host: '127.0.0.1', port, path, method: 'POST', headers }, async (got) => {
      answer = { status: got.statusCode ?? 0, connection: got.headers.connection, body: '', sentBytes }
      for await (const chunk of got) answer.body += chunk
      asked.destroy()
      resolve(answer)
    })
    // The server hangs up on a client that keeps sending.
    asked.on('error', (error) => (answer ? resolve(answer) : reject(error)))
    const send = () => {
      while (sentBytes < bytes && !asked.destroyed) {
        sentBytes += PIECE.length
        if (!asked.write(PIECE)) return void asked.once('drain', send)
      }
      if (!asked.destroyed) asked.end()
    }
    asked.flushHeaders()
    if (bytes > 0) send()
  })
}

describe.each([
  '/api/inngest',
  '/api/trpc/wallets.list',
  '/api/auth/callback/credentials',
  '/sign-in',
  '/healthz',
  '/readyz',
])('%s', (path) => {
  it('refuses a declared length before a byte of it is read', async () => {
    const answer = await post(path, { 'content-length': HUGE }, 0)
    expect(answer).toMatchObject({ status: 413, connection: 'close' })
    expect(handled).toEqual([])
  })

  it('refuses a body of no declared length where it passes the limit', async () => {
    const answer = await post(path, { 'transfer-encoding': 'chunked' }, HUGE)
    expect(answer).toMatchObject({ status: 413, connection: 'close' })
    expect(answer.sentBytes).toBeLessThan(64 * 1024 * 1024)
    expect(handled).toEqual([])
  })
})

it('the API refuses a declared length in its own words, unread', async () => {
  const answer = await post('/v1/oauth/token', { 'content-length': HUGE, 'content-type': 'application/json' }, 0)
  expect(answer).toMatchObject({ status: 400, connection: 'close' })
})

it.each(['/api/inngest', '/api/auth/callback/credentials'])(
  '%s gets a body of no declared length whole',
  async (path) => {
    const asked = request({ host: '127.0.0.1', port, path, method: 'POST' })
    asked.write('{"a":')
    asked.end('"ü"}')
    const [got] = await once(asked, 'response')
    let text = ''
    for await (const chunk of got) text += chunk
    expect(JSON.parse(text)).toEqual({ text: '{"a":"ü"}', length: '10' })
  },
)

it('keeps a connection for the next request when the body was within the limit', async () => {
  const answer = await post('/api/inngest', { 'content-length': PIECE.length }, PIECE.length)
  expect(answer).toMatchObject({ status: 200, connection: 'keep-alive' })
})
