import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signCall } from '@/packages/job-engine/signing'
import { setJobServer } from '@/server/testing/set-job-server'
import { testEnvironment } from '@/server/testing/test-database'
import { createJobHandler } from './answer-jobs'
import { createFrontServer } from './create-front-server'

const SIGNING_KEY = 'ab'.repeat(32)
const BASE_URL = 'https://api.example.com'
const PATH = '/api/inngest'
type Sent = { method: string; path?: string; headers?: Record<string, string>; body?: unknown }

/** The URLs that an Inngest server was registered with. */
let registered: string[] = []
let inngestServer: Server
let front: Server
let leaveJobServer = () => {}
let nextRoute: Record<'GET' | 'POST' | 'PUT', (request: Request) => Promise<Response>>

beforeAll(async () => {
  inngestServer = createServer(async (incoming, outgoing) => {
    let text = ''
    for await (const chunk of incoming) text += chunk
    if (incoming.url?.startsWith('/fn/register')) registered.push(JSON.parse(text).url)
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true,"status":200,"modified":true}')
  })
  Object.assign(process.env, testEnvironment('postgres://127.0.0.1:9/none'), { BASE_URL })
  leaveJobServer = setJobServer({
    INNGEST_DEV: '0',
    INNGEST_BASE_URL: `http://127.0.0.1:${await listen(inngestServer)}`,
    INNGEST_EVENT_KEY: 'test',
    INNGEST_SIGNING_KEY: SIGNING_KEY,
  })
  front = createFrontServer({
    trustedProxies: [],
    isDevelopment: false,
    isHttps: true,
    handleJob: createJobHandler(),
    handleStatic: async () => false,
    handlePage: (_incoming, outgoing) => outgoing.writeHead(404).end(),
  })
  await listen(front)
  nextRoute = await import('@/app/api/inngest/route')
})
beforeEach(() => {
  registered = []
})
afterAll(async () => {
  leaveJobServer()
  for (const server of [front, inngestServer]) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return portOf(server)
}

function portOf(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

/** As written: fetch would put the true Host and path into the request. */
function throughFront({ method, path = PATH, headers = {}, body }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: portOf(front), method, path, headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asked.once('error', reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

async function throughNext({ method, path = PATH, headers = {}, body }: Sent): Promise<number> {
  const url = path.startsWith('http') ? path : `${BASE_URL}${path}`
  const handle = nextRoute[method === 'PUT' ? 'PUT' : 'POST']
  return (
    await handle(
      new Request(url, { method, headers: { host: 'api.example.com', ...headers }, body: JSON.stringify(body) }),
    )
  ).status
}

const forgeries: [string, Sent][] = [
  ['a forged Host', { method: 'PUT', headers: { host: 'evil.test' } }],
  [
    'a forged X-Forwarded-Host',
    { method: 'PUT', headers: { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' } },
  ],
  ['an address in absolute form', { method: 'PUT', path: 'http://evil.test/api/inngest' }],
  [
    'a body that names another address',
    { method: 'PUT', headers: { 'x-inngest-sync-kind': 'in_band' }, body: { url: 'http://evil.test/api/inngest' } },
  ],
]

describe.each([
  ['the front server', throughFront],
  ['Next’s route', throughNext],
])('through %s', (_, send) => {
  it.each(forgeries)('nobody without the key registers the app elsewhere by %s', async (_name, forged) => {
    expect(await send(forged)).toBeGreaterThanOrEqual(400)
    expect(registered).toEqual([])
  })

  it.each(forgeries)('who has the key registers it at its own address whatever %s says', async (_name, forged) => {
    const body = forged.body ?? { url: 'x' }
    const signed = { 'x-inngest-signature': signCall(body, SIGNING_KEY) }
    await send({ ...forged, body, headers: { ...forged.headers, ...signed } })
    expect(registered.filter((url) => url !== `${BASE_URL}${PATH}`)).toEqual([])
  })

  it('a signed request has it registered', async () => {
    const body = { url: 'x' }
    expect(await send({ method: 'PUT', body, headers: { 'x-inngest-signature': signCall(body, SIGNING_KEY) } })).toBe(
      200,
    )
    expect(registered).toEqual([`${BASE_URL}${PATH}`])
  })

  it('runs no job for a call that is not signed, or signed by another key', async () => {
    const body = {
      event: {},
      events: [{}],
      steps: {},
      ctx: { run_id: '1', attempt: 0, stack: { stack: [], current: 0 } },
    }
    const path = `${PATH}?fnId=slipway-sweep&stepId=step`
    expect(await send({ method: 'POST', path, body })).toBe(401)
    const forged = { 'x-inngest-signature': signCall(body, 'cd'.repeat(32)) }
    expect(await send({ method: 'POST', path, body, headers: forged })).toBe(401)
    const signed = { 'x-inngest-signature': signCall({ ...body, ctx: null }, SIGNING_KEY) }
    expect(await send({ method: 'POST', path, body: { ...body, ctx: null }, headers: signed })).not.toBe(401)
  })

  it('answers no browser, signed or not', async () => {
    const body = { url: 'x' }
    const headers = { origin: 'http://evil.test', 'x-inngest-signature': signCall(body, SIGNING_KEY) }
    expect(await send({ method: 'PUT', body, headers })).toBe(403)
    expect(registered).toEqual([])
  })
})
