import type { AddressInfo } from 'node:net'
import { createFrontServer } from '@/front/create-front-server'
import { CLIENT_IP_HEADER, trustClientIpHeader } from '@/server/client-address'
import { requireDocumented } from './against-document'
import { type Handler, routeFiles } from './route-files'

export type Sent = { method: string; path: string; headers?: Record<string, string>; body?: unknown }
export type Received = { status: number; headers: Headers; body: Record<string, unknown>; text: string }
type Door = { name: string; send: (sent: Sent) => Promise<Received> }

/** Both doors see the client at this address. */
const CLIENT_IP = '127.0.0.1'

/** Names of the doors, for tables of tests that are made before the doors are open. */
export const DOOR_NAMES = ['the front server', "Next's route handlers"] as const
export type DoorName = (typeof DOOR_NAMES)[number]

/** Opens both doors over this process's pipeline: a real socket, and the handlers Next would call. */
export async function openDoors(
  trustedProxies: string[] = [],
): Promise<{ open: Record<DoorName, Door>; baseUrl: string; close: () => Promise<void> }> {
  const server = createFrontServer({
    trustedProxies,
    isDevelopment: false,
    isHttps: false,
    handleJob: (_incoming, outgoing) => outgoing.writeHead(404).end(),
    handleStatic: async () => false,
    handlePage: (_incoming, outgoing) => outgoing.writeHead(404).end('a page'),
  })
  await new Promise<void>((resolve) => server.listen(0, CLIENT_IP, resolve))
  const { port } = addressOf(server.address())
  const baseUrl = `http://${CLIENT_IP}:${port}`
  trustClientIpHeader()
  const routes = await loadRoutes()
  return {
    baseUrl,
    open: {
      'the front server': {
        name: 'front',
        send: (sent) => fetch(toRequest(baseUrl, sent)).then((response) => received(sent, response)),
      },
      "Next's route handlers": {
        name: 'next',
        send: async (sent) => {
          const request = toRequest('http://localhost', sent)
          request.headers.set(CLIENT_IP_HEADER, CLIENT_IP)
          return received(sent, await handlerFor(routes, sent)(request))
        },
      },
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Route = { pattern: RegExp; fixed: number; module: Record<string, unknown> }

async function loadRoutes(): Promise<Route[]> {
  const files = routeFiles().map(async ({ path, load }) => {
    const source = path
      .replaceAll('.', '\\.')
      .replace(/\{\\\.\\\.\\\.\w+\}/g, '.+')
      .replace(/\{\w+\}/g, '[^/]+')
    return { pattern: new RegExp(`^${source}$`), fixed: rank(path), module: await load() }
  })
  return (await Promise.all(files)).sort((a, b) => b.fixed - a.fixed)
}

/** Next prefers fixed segments to parameters and those to a catch-all. */
function rank(path: string): number {
  return path.includes('{...') ? -1 : path.split('/').filter((part) => !part.startsWith('{')).length
}

function handlerFor(routes: Route[], sent: Sent): Handler {
  const path = sent.path.split('?', 1)[0] ?? ''
  const handler = routes.find((route) => route.pattern.test(path))?.module[sent.method]
  if (typeof handler !== 'function') throw new Error(`no route file answers ${sent.method} ${path}`)
  return (request) => handler(request)
}

function toRequest(baseUrl: string, { method, path, headers, body }: Sent): Request {
  const payload = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  return new Request(`${baseUrl}${path}`, { method, headers, ...payload })
}

async function received({ method, path }: Sent, response: Response): Promise<Received> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') && method !== 'HEAD'
  const text = isStream ? await beginningOf(response) : await response.text()
  if (isStream) return { status: response.status, headers: response.headers, body: {}, text }
  const body: unknown = text ? JSON.parse(text) : {}
  requireDocumented({ method, path, status: response.status, headers: response.headers, body })
  return { status: response.status, headers: response.headers, body: isRecord(body) ? body : {}, text }
}

/** The beginning of a stream; the rest of it is not awaited. */
async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()
  return new TextDecoder().decode(first?.value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on TCP')
  return address
}
