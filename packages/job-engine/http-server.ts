import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { refuseWebPage } from '@/dev/refuse-web-page'
import { checkpointBody, toRows } from './checkpoint'
import { endRun } from './end-run'
import type { Engine } from './engine'
import { incomingEvents } from './incoming-events'
import { findEvent, findRun, runsOfEvent } from './inspect'
import { isObject } from './json'
import { MAX_EVENT_BYTES, MAX_REQUEST_BYTES } from './limits'
import { saveFunctions } from './save-functions'
import { isBearer, isTimingSafeEqual } from './signing'
import { isTransient, withRetry } from './with-retry'

interface Answer {
  status: number
  body: unknown
}

interface Call {
  request: IncomingMessage
  params: string[]
  body: unknown
}

interface Route {
  method: string
  path: RegExp
  guarded: boolean
  handle(engine: Engine, call: Call): Promise<Answer>
}

function refusal(status: number, error: string): Answer {
  return { status, body: { error, status } }
}

function found(body: object | null): Answer {
  return body ? { status: 200, body } : refusal(404, 'not found')
}

async function receiveEvents(engine: Engine, { request, params, body }: Call): Promise<Answer> {
  const { eventKey } = engine.options
  if (eventKey && !isTimingSafeEqual(params[0] ?? '', eventKey)) return refusal(401, 'Event key not found')
  // before the first sync an event would start nothing; the SDK sends it again
  if (engine.registry.isEmpty()) return refusal(503, 'No application has registered its functions yet')
  const parsed = incomingEvents.safeParse(body)
  if (!parsed.success) return refusal(400, z.prettifyError(parsed.error))
  if (parsed.data.some((event) => Buffer.byteLength(JSON.stringify(event)) > MAX_EVENT_BYTES)) {
    return refusal(413, `An event may take at most ${MAX_EVENT_BYTES} bytes`)
  }
  const seed = request.headers['x-inngest-event-id-seed']
  const ids = await engine.intake({ events: parsed.data, seed: typeof seed === 'string' ? seed : undefined })
  return { status: 200, body: { ids, status: 200 } }
}

async function receiveCheckpoint(engine: Engine, { body }: Call): Promise<Answer> {
  const parsed = checkpointBody.safeParse(body)
  if (!parsed.success) return refusal(400, z.prettifyError(parsed.error))
  const rows = toRows(parsed.data)
  if (!rows) return refusal(400, 'these steps cannot be checkpointed')
  if (await engine.checkpoint(rows)) return { status: 200, body: { data: {} } }
  return refusal(409, 'stale dispatch')
}

async function receiveRegistration(engine: Engine, { body }: Call): Promise<Answer> {
  if (!isObject(body) || typeof body.url !== 'string') return refusal(400, 'expected an object with a url')
  const modified = await saveFunctions(engine, body.url, { appId: body.appName, functions: body.functions })
  return { status: 200, body: { ok: true, modified } }
}

async function cancelRun(engine: Engine, { params }: Call): Promise<Answer> {
  const ended = await withRetry(() =>
    engine.sql.begin((tx) => endRun(engine, tx, params[0] ?? '', { status: 'Cancelled' })),
  )
  return ended ? { status: 204, body: null } : refusal(404, 'no such running run')
}

async function health(engine: Engine): Promise<Answer> {
  const [row] = await engine.sql<{ functions: number }[]>`
    select count(*)::int as functions from engine.functions where enabled`
  return { status: 200, body: { status: 200, message: 'OK', functions: row?.functions ?? 0, pid: process.pid } }
}

const ROUTES: Route[] = [
  { method: 'POST', path: /^\/e\/([^/]+)\/?$/, guarded: false, handle: receiveEvents },
  { method: 'POST', path: /^\/v1\/checkpoint\/([^/]+)\/async$/, guarded: true, handle: receiveCheckpoint },
  { method: 'POST', path: /^\/fn\/register$/, guarded: true, handle: receiveRegistration },
  {
    method: 'GET',
    path: /^\/v1\/events\/([^/]+)\/runs$/,
    guarded: true,
    handle: async (engine, { params }) => ({ status: 200, body: await runsOfEvent(engine, params[0] ?? '') }),
  },
  {
    method: 'GET',
    path: /^\/v1\/events\/([^/]+)$/,
    guarded: true,
    handle: async (engine, { params }) => found(await findEvent(engine, params[0] ?? '')),
  },
  {
    method: 'GET',
    path: /^\/v1\/runs\/([^/]+)$/,
    guarded: true,
    handle: async (engine, { params }) => found(await findRun(engine, params[0] ?? '')),
  },
  { method: 'DELETE', path: /^\/v1\/runs\/([^/]+)$/, guarded: true, handle: cancelRun },
  { method: 'GET', path: /^\/health$/, guarded: false, handle: health },
]

/** The body, or null when it is too large; it is read to its end either way, so that the answer arrives. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= MAX_REQUEST_BYTES) chunks.push(chunk)
  }
  return size <= MAX_REQUEST_BYTES ? Buffer.concat(chunks).toString('utf8') : null
}

async function answer(engine: Engine, request: IncomingMessage): Promise<Answer> {
  const refused = refuseWebPage(request)
  if (refused) return refusal(refused.status, refused.reason)
  const path = new URL(request.url ?? '/', 'http://engine').pathname
  const route = ROUTES.find((candidate) => candidate.path.test(path) && candidate.method === request.method)
  if (!route) return refusal(404, `${request.method} ${path} is not part of the local job engine`)
  const { signingKey } = engine.options
  if (route.guarded && signingKey && !isBearer(request.headers.authorization, signingKey))
    return refusal(401, 'unauthorized')
  const text = await readBody(request)
  if (text === null) return refusal(413, `A request may take at most ${MAX_REQUEST_BYTES} bytes`)
  let body: unknown
  try {
    body = text === '' ? undefined : JSON.parse(text)
  } catch {
    return refusal(400, 'the body is not JSON')
  }
  const params = (route.path.exec(path) ?? []).slice(1).map((part) => decodeURIComponent(part))
  return route.handle(engine, { request, params, body })
}

async function respond(engine: Engine, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let result: Answer
  try {
    result = await answer(engine, request)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (!isTransient(error)) engine.log(`${request.method} ${request.url}: ${message}`)
    result = refusal(isTransient(error) ? 503 : 500, message)
  }
  const text = result.body === null ? '' : JSON.stringify(result.body)
  response.writeHead(result.status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

/** The side of the engine that the SDK and the tests talk to. */
export function createHttpServer(engine: Engine): Server {
  return createServer({ keepAliveTimeout: 60_000 }, (request, response) => void respond(engine, request, response))
}
