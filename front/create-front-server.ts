import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { wasDatabaseUnavailableSince } from '@/db/outage'
import { METRIC_AREAS } from '@/registry/metrics'
import { READINESS_CHECKS } from '@/registry/readiness-checks'
import { answerHealth } from '@/server/api/answer-health'
import { answerMetrics } from '@/server/api/answer-metrics'
import { answerReadiness } from '@/server/api/answer-readiness'
import { type ApiAnswer, BodyBrokenOff, BodyTooLarge, BodyTooSlow } from '@/server/api/api-request'
import { answerSeconds, answers } from '@/server/api/metrics'
import { CLIENT_IP_HEADER, type ProxyHeader, resolveClientIp } from '@/server/client-address'
import { logger } from '@/server/logger'
import { parseUrl } from '@/server/parse-url'
import { MESSAGES } from '@/server/refusals/messages'
import { isStopping } from '@/server/waking/stopping'
import { answerApi } from './answer-api'
import { compressPages } from './compress-pages'
import { deferScripts } from './defer-scripts'
import { dropInvalidRouterState, isEarlyForm, isPageRequest, setPageHeaders } from './page-request'
import { limitBody } from './read-body'

/** The label of a path in metrics, by the beginning of the path; any other path is a page. */
const DOORS: readonly (readonly [beginning: string, door: string])[] = [
  ['/v1', 'api'],
  ['/.well-known/', 'api'],
  ['/_next/static/', 'static'],
  ['/api/inngest', 'jobs'],
  ['/api/', 'portal'],
  ['/healthz', 'probe'],
  ['/readyz', 'probe'],
  ['/metrics', 'probe'],
]

const RETRY_AFTER_SECONDS = '2'

type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown
type Options = {
  trustedProxies: readonly string[]
  /** The header that they write; `x-forwarded-for` by default. */
  proxyHeader?: ProxyHeader
  isDevelopment: boolean
  isHttps: boolean
  /** The time limit of a request body; `BODY_TIMEOUT_MS` by default. */
  bodyTimeoutMs?: number
  /** Runs a step of a job for the job engine. */
  handleJob: Handle
  /** Answers everything except the API: Next. */
  handlePage: Handle
  /** Answers files that the build made for browsers; returns false for any other path. */
  handleStatic: (incoming: IncomingMessage, outgoing: ServerResponse, path: string) => Promise<boolean>
}

/** A job server sends at most 4 MiB; the SDK fetches larger ones. */
const JOB_BODY_BYTES = 5 * 1024 * 1024
const PAGE_BODY_BYTES = 1024 * 1024
/** Before a connection is closed, data that its client still sends is dropped for this long. */
const DRAIN_MS = 500
type ProbeRequest = { authorization: string | undefined; clientIp: string | null }
const PROBES = new Map<string, (request: ProbeRequest) => ApiAnswer | Promise<ApiAnswer>>([
  ['/healthz', answerHealth],
  ['/readyz', () => answerReadiness(READINESS_CHECKS)],
  ['/metrics', (request) => answerMetrics(METRIC_AREAS, request)],
])
const WELL_KNOWN = new Set(['/.well-known/jwks.json', '/.well-known/oauth-authorization-server'])

/** The server that owns the socket. It answers API calls in this process and passes other requests to Next. */
export function createFrontServer(options: Options): Server {
  const server = createServer((incoming, outgoing) => {
    measureAnswer(incoming, outgoing)
    void answer(options, incoming, outgoing).catch((error: unknown) => {
      logger().error({ err: error }, 'a request failed outside the pipeline')
      if (!outgoing.headersSent) outgoing.writeHead(500, { 'content-type': 'text/plain' })
      outgoing.end('Something went wrong on our side.\n')
    })
  })
  server.headersTimeout = 15_000
  server.requestTimeout = 30_000
  // Longer than the idle time of usual load balancers, so that they close first.
  server.keepAliveTimeout = 65_000
  return server
}

async function answer(options: Options, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const proxies = { trusted: options.trustedProxies, header: options.proxyHeader ?? 'x-forwarded-for' }
  const header = incoming.headers[proxies.header]
  const forwarded = typeof header === 'string' ? header : (header?.join(',') ?? null)
  const clientIp = resolveClientIp({ peer: incoming.socket.remoteAddress, forwarded }, proxies)
  const target = readTarget(incoming.url ?? '/')
  if (target === null) return refuse(outgoing)
  incoming.url = target
  const path = target.split('?', 1)[0] ?? '/'
  if (isStopping() && !PROBES.has(path)) return refuseNew(incoming, outgoing)
  if (path.startsWith('/v1/') || path === '/v1' || WELL_KNOWN.has(path)) {
    return answerApi(incoming, outgoing, { clientIp, bodyTimeoutMs: options.bodyTimeoutMs })
  }
  if (path.startsWith('/_next/static/') && (await options.handleStatic(incoming, outgoing, path))) return
  const isJob = path === '/api/inngest'
  const limits = { maxBytes: isJob ? JOB_BODY_BYTES : PAGE_BODY_BYTES, timeoutMs: options.bodyTimeoutMs }
  const limited = await limitBody(incoming, limits).catch((error: unknown) => refuseBody(incoming, outgoing, error))
  if (!limited) return
  const probe = PROBES.get(path)
  if (probe) {
    const { status, headers, body } = await probe({ authorization: incoming.headers.authorization, clientIp })
    outgoing.writeHead(status, headers).end(body)
    return
  }
  limited.headers[CLIENT_IP_HEADER] = clientIp ?? undefined
  if (isJob) {
    await options.handleJob(limited, outgoing)
    return
  }
  // Next's dev server has its own routes.
  if (!options.isDevelopment && isEarlyForm(limited, path)) return showAgain(outgoing, target)
  if (!options.isDevelopment && !isPageRequest(limited.method, path)) return refuseMethod(outgoing, path)
  await dropInvalidRouterState(limited)
  setPageHeaders(limited, outgoing, options)
  if (!isDecodablePath(path)) return refuse(outgoing)
  answerOutage(outgoing)
  compressPages(limited, outgoing)
  if (!options.isDevelopment) deferScripts(limited, outgoing, path)
  await options.handlePage(limited, outgoing)
}

/** Answers a request whose body cannot be read, and returns no request. */
function refuseBody(incoming: IncomingMessage, outgoing: ServerResponse, error: unknown): null {
  if (error instanceof BodyTooLarge)
    refuseAndClose(incoming, outgoing, { status: 413, message: 'The body is too large' })
  else if (error instanceof BodyTooSlow)
    refuseAndClose(incoming, outgoing, { status: 408, message: MESSAGES.bodyTooSlow })
  else if (error instanceof BodyBrokenOff) outgoing.destroy()
  else throw error
  return null
}

/** Refuses a request while the process stops: another process, or its successor, is a second away. */
function refuseNew(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.setHeader('retry-after', '1')
  refuseAndClose(incoming, outgoing, { status: 503, message: MESSAGES.unavailable })
}

/**
 * Answers in the envelope of the API and ends the connection, because the rest of an unwanted body is not worth
 * reading. The connection stays open for a moment: closing it with unread bytes resets it, and a client that still
 * sends would lose the answer.
 */
function refuseAndClose(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, message }: { status: number; message: string },
): void {
  const body = JSON.stringify({ status: false, message })
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  })
  outgoing.write(body)
  const giveUp = setTimeout(() => outgoing.end(), DRAIN_MS)
  outgoing.once('close', () => clearTimeout(giveUp))
  incoming.once('end', () => outgoing.end())
  incoming.resume()
}

function showAgain(outgoing: ServerResponse, target: string): void {
  outgoing.writeHead(303, { location: target, 'cache-control': 'no-store' }).end()
}

function refuseMethod(outgoing: ServerResponse, path: string): void {
  const allow = path.startsWith('/api/') ? 'GET, HEAD, POST' : 'GET, HEAD'
  outgoing.writeHead(405, { 'content-type': 'text/plain', allow }).end('This address does not take that method.\n')
}

function refuse(outgoing: ServerResponse): void {
  outgoing.writeHead(400, { 'content-type': 'text/plain' }).end('This address cannot be read.\n')
}

/** Turns the 500 of a page that failed while the database was unavailable into 503, which Next cannot answer. */
function answerOutage(outgoing: ServerResponse): void {
  const startedAt = performance.now()
  const writeHead = outgoing.writeHead.bind(outgoing)
  // Node calls `writeHead` for an answer that is begun without it.
  const answerHead = (
    status: number,
    ...rest: Parameters<typeof writeHead> extends [number, ...infer Rest] ? Rest : never
  ) => {
    if (status !== 500 || !wasDatabaseUnavailableSince(startedAt)) return writeHead(status, ...rest)
    outgoing.setHeader('retry-after', RETRY_AFTER_SECONDS)
    return writeHead(503, ...rest)
  }
  outgoing.writeHead = answerHead as ServerResponse['writeHead'] // the overloads cannot be written as an arrow
}

/** Counts an answer once it is over, from any handler. */
function measureAnswer({ url = '/' }: IncomingMessage, outgoing: ServerResponse): void {
  const startedAt = performance.now()
  outgoing.once('close', () => {
    const door = DOORS.find(([beginning]) => url.startsWith(beginning))?.[1] ?? 'page'
    const status = outgoing.writableFinished ? `${Math.floor(outgoing.statusCode / 100)}xx` : 'aborted'
    answers.add({ door, status })
    answerSeconds.record({ door }, (performance.now() - startedAt) / 1_000)
  })
}

/**
 * The target of a request as path and query; null if it names no resource (`*`). A client may send a whole URL (RFC
 * 9112, 3.2.2). Only what follows its host is used, so that no answer repeats the rest.
 */
function readTarget(target: string): string | null {
  if (target.startsWith('/')) return target
  const url = /^https?:/i.test(target) ? parseUrl(target) : null
  return url && url.pathname + url.search
}

/** Whether a path can be decoded. Next answers 500 to one that cannot. */
function isDecodablePath(target: string): boolean {
  const [path = ''] = target.split('?', 1)
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}
