import { once } from 'node:events'
import { type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import NextAuth, { type AuthOptions } from 'next-auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oncePerProcess } from '@/db/once-per-process'
import { answerCalls } from '@/registry/answer-calls'
import { ENDPOINTS } from '@/registry/endpoints'
import { appRouter } from '@/registry/procedures'
import { runWatchers } from '@/server/alarms/run-watchers'
import { errorWatcher, flushUnknownErrors } from '@/server/alarms/unknown-errors'
import { workerCtx } from '@/server/ctx'
import { createLogger } from '@/server/logger'
import { isAuthRequest } from '@/server/people/is-auth-request'
import { openAlarms } from '@/server/testing/open-alarms'
import { openDatabase } from '@/server/testing/open-database'
import { byProof } from '@/server/testing/proof'
import { setJobServer } from '@/server/testing/set-job-server'
import { createJobHandler } from './answer-jobs'
import { createFrontServer } from './create-front-server'

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: string }

const JSON_BODY = { 'content-type': 'application/json' }
const FORM_BODY = { 'content-type': 'application/x-www-form-urlencoded' }
/** Bodies that none of our parsers accepts. */
const BODIES = ['', '{', 'null', '[]', '"\\u0000"', '{"a":1e999}', `${'['.repeat(5_000)}`, '\u0000\u0001']
const CREDENTIALS: Record<string, string>[] = [
  {},
  { authorization: 'Bearer x' },
  { authorization: `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.` },
  { authorization: 'Basic %%%' },
  { cookie: 'slipway.session=x; next-auth.session-token=x' },
]
/** A fault writes an error the first time, and becomes an alarm where it is repeated. */
const TIMES = byProof(1, 6)

openDatabase()
const lines: { level: number; msg: string }[] = []
let server: Server
let port: number
let leaveJobServer = () => {}

beforeAll(async () => {
  leaveJobServer = setJobServer({
    INNGEST_DEV: '0',
    INNGEST_BASE_URL: 'http://127.0.0.1:9',
    INNGEST_EVENT_KEY: 'test',
    INNGEST_SIGNING_KEY: 'ab'.repeat(32),
  })
  oncePerProcess('logger', () => createLogger('error', { write: (line) => lines.push(JSON.parse(line)) }))
  server = createFrontServer({
    trustedProxies: [],
    isDevelopment: false,
    isHttps: false,
    handleJob: createJobHandler(),
    handleStatic: async () => false,
    handlePage,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
})
afterAll(() => {
  leaveJobServer()
  server.closeAllConnections()
  server.close()
})

/** The handlers behind Next's routes, without Next. */
async function handlePage(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const url = new URL(incoming.url ?? '/', 'http://127.0.0.1:3000')
  const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
  const body = await buffer(incoming)
  if (url.pathname.startsWith('/api/trpc/')) {
    const { method = 'GET' } = incoming
    const call = new Request(url, { method, headers, ...(method === 'POST' ? { body } : {}) })
    const answer = await answerCalls(call, cookiesOf(headers)['slipway.session'])
    return void outgoing.writeHead(answer.status).end(await answer.text())
  }
  if (!url.pathname.startsWith('/api/auth/')) return void outgoing.writeHead(404).end()
  const nextauth = url.pathname.split('/').slice(3)
  if (!isAuthRequest(incoming.method ?? '', nextauth)) return void outgoing.writeHead(400).end()
  const { authOptions } = await import('@/server/people/auth-options')
  const asked = {
    method: incoming.method,
    headers: incoming.headers,
    cookies: cookiesOf(headers),
    query: { ...Object.fromEntries(url.searchParams), nextauth },
    body: Object.fromEntries(new URLSearchParams(body.toString())),
  }
  const said = {
    status: (status: number) => {
      outgoing.statusCode = status
      return said
    },
    json: (value: unknown) => void outgoing.end(JSON.stringify(value)),
    send: (value: unknown) => void outgoing.end(String(value)),
    getHeader: () => [],
    setHeader: () => outgoing,
    end: () => void outgoing.end(),
  }
  await answerAuth(asked, said, authOptions(Object.entries(asked.cookies).map(([name, value]) => ({ name, value }))))
}

/** next-auth in the form that needs nothing of Next. */
const answerAuth = NextAuth as (asked: unknown, said: unknown, options: AuthOptions) => Promise<void>

function cookiesOf(headers: Headers): Record<string, string> {
  return Object.fromEntries((headers.get('cookie') ?? '').split('; ').map((pair) => pair.split('=', 2)))
}

async function send({ method, path, headers, body }: Sent): Promise<number> {
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }).end(body)
  const [answer] = await once(sent, 'response')
  answer.resume()
  return answer.statusCode
}

/**
 * Sends each several times. Answers those that were not refused as the sender's fault, and what the process told of its
 * own.
 */
async function annoy(requests: Sent[]): Promise<unknown> {
  lines.length = 0
  const blamed: unknown[] = []
  for (const sent of requests) {
    for (let time = 0; time < TIMES; time++) {
      const status = await send(sent)
      if (status >= 500) blamed.push([status, sent])
    }
  }
  await flushUnknownErrors(workerCtx())
  await runWatchers(workerCtx(), [errorWatcher])
  return { blamed, lines: lines.map(({ msg }) => msg), alarms: await openAlarms() }
}

const NOTHING = { blamed: [], lines: [], alarms: [] }

test('no stranger at the API opens an alarm or writes an error', async () => {
  const paths = ENDPOINTS.map(({ method, path }) => ({ method, path: path.replaceAll(/\{\w+\}/g, '%00') }))
  const requests = paths.flatMap(({ method, path }, index): Sent[] => [
    {
      method,
      path,
      headers: { ...JSON_BODY, ...CREDENTIALS[index % CREDENTIALS.length] },
      body: BODIES[index % BODIES.length],
    },
    { method: 'TRACE', path: `${path}?page=%00&size=-1&chainId=1e99` },
  ])
  const token = CREDENTIALS.flatMap((headers) =>
    BODIES.map((body) => ({ method: 'POST', path: '/v1/oauth/token', headers: { ...JSON_BODY, ...headers }, body })),
  )
  const providers = ['paystack', 'flutterwave', 'monnify', 'cngn', 'sandbox', '%00'].flatMap((name) =>
    BODIES.map((body) => ({ method: 'POST', path: `/v1/payments/webhooks/${name}`, headers: JSON_BODY, body })),
  )
  expect(await annoy([...requests, ...token, ...providers])).toEqual(NOTHING)
})

test('no stranger at the jobs opens an alarm or writes an error', async () => {
  const signatures: Record<string, string>[] = [
    {},
    { 'x-inngest-signature': 't=1&s=00' },
    { 'x-inngest-signature': '' },
    { 'x-inngest-sync-kind': 'in_band' },
    { 'x-inngest-run-id': 'x', 'x-inngest-signature': 'x' },
  ]
  const requests = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].flatMap((method) =>
    signatures.flatMap((headers) =>
      BODIES.map((body) => ({ method, path: '/api/inngest?fnId=slipway-sweep&stepId=step&probe=x', headers, body })),
    ),
  )
  expect(await annoy(requests)).toEqual(NOTHING)
})

test('no stranger at the portal’s calls opens an alarm or writes an error', async () => {
  const names = Object.keys(appRouter._def.procedures)
  const requests = names.flatMap((name, index): Sent[] => [
    { method: 'GET', path: `/api/trpc/${name}?input=%7B`, headers: CREDENTIALS[index % CREDENTIALS.length] },
    { method: 'POST', path: `/api/trpc/${name}`, headers: JSON_BODY, body: BODIES[index % BODIES.length] },
  ])
  const unknown = ['', '%00', '__proto__', 'wallets', 'constructor.name'].flatMap((name) => [
    { method: 'GET', path: `/api/trpc/${name}` },
    { method: 'POST', path: `/api/trpc/${name}?batch=1`, headers: JSON_BODY, body: '[]' },
  ])
  expect(await annoy([...requests, ...unknown])).toEqual(NOTHING)
})

test('no stranger at the sign-in opens an alarm or writes an error', async () => {
  const actions = ['csrf', 'session', 'providers', 'signin', 'signout', 'callback/credentials', 'error', '_log', 'x']
  const cookies = [
    'slipway.session=x',
    'slipway.session=a.b.c.d.e',
    'next-auth.csrf-token=%7C',
    'next-auth.csrf-token=a|b',
  ]
  const requests = actions.flatMap((action) =>
    cookies.flatMap((cookie) => [
      { method: 'GET', path: `/api/auth/${action}`, headers: { cookie } },
      {
        method: 'POST',
        path: `/api/auth/${action}`,
        headers: { ...FORM_BODY, cookie },
        body: 'csrfToken=x&json=true&level=error&code=x',
      },
    ]),
  )
  expect(await annoy(requests)).toEqual(NOTHING)
})
