import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wasDatabaseUnavailableSince } from '@/db/outage'
import { drainUnknownErrors } from '@/server/record-unknown-error'
import { type Caller, newCaller } from '@/server/testing/callers'
import { openDatabase } from '@/server/testing/open-database'
import { createFrontServer } from './create-front-server'

openDatabase()
let handled = 0
let port = 0
let caller: Caller
const server = createFrontServer({
  trustedProxies: [],
  isDevelopment: false,
  isHttps: false,
  bodyTimeoutMs: 50,
  handleJob: (_incoming, outgoing) => outgoing.end(String(++handled)),
  handleStatic: async () => false,
  handlePage: (_incoming, outgoing) => outgoing.end(String(++handled)),
})
beforeAll(async () => {
  caller = await newCaller()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

type Begun = { method?: string; path: string; length: string }

/** Sends the head of a request and the start of its body. */
function begin({ method = 'POST', path, length }: Begun): Socket {
  const socket = connect(port, '127.0.0.1')
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    'content-type: application/json',
    `authorization: Bearer ${path === '/v1/oauth/token' ? '' : caller.token}`,
    'idempotency-key: one',
    length,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${length.startsWith('transfer') ? '2\r\n{"\r\n' : '{"'}`)
  return socket
}

async function answerOf(socket: Socket): Promise<{ status: number; text: string }> {
  let text = ''
  for await (const chunk of socket) text += chunk
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text }
}

const PATHS = [
  { path: '/v1/oauth/token' },
  { path: '/v1/webhooks/endpoints' },
  { path: '/v1/wallet/hd/sign' },
  { path: '/v1/payments/webhooks/paystack' },
  { path: '/api/trpc/wallets.create' },
  { path: '/api/auth/callback/credentials' },
  { method: 'PUT', path: '/api/inngest' },
]
const CASES = PATHS.flatMap((asked) =>
  ['content-length: 100', 'transfer-encoding: chunked'].map((length) => ({ ...asked, length })),
)

test.each(CASES)('answers 408 to a body of $path that never ends ($length), without an alarm', async (asked) => {
  const startedAt = performance.now()
  handled = 0
  drainUnknownErrors()
  const { status, text } = await answerOf(begin(asked))
  expect([status, text]).toEqual([408, expect.stringMatching(/connection: close/i)])
  expect(text).toContain('Request body did not arrive in time')
  if (asked.path === '/v1/oauth/token') expect(text).toContain('"error":"invalid_request"')
  else if (asked.path.startsWith('/v1/')) expect(text).toContain('"code":"body_too_slow"')
  expect([handled, drainUnknownErrors(), wasDatabaseUnavailableSince(startedAt)]).toEqual([0, [], false])
})

test.each(CASES)(
  'takes a client that leaves within its body of $path ($length) for no fault of ours',
  async (asked) => {
    const startedAt = performance.now()
    handled = 0
    drainUnknownErrors()
    const left = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)))
    const socket = begin(asked)
    await once(server, 'request')
    socket.resetAndDestroy()
    await left
    // The next request is answered after what the last one left behind.
    expect((await answerOf(begin(asked))).status).toBe(408)
    expect([handled, drainUnknownErrors(), wasDatabaseUnavailableSince(startedAt)]).toEqual([0, [], false])
  },
)
