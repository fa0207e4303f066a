import { clientAddress } from '@/server/client-address'
import { trustedProxies } from '@/server/env'
import { isStorable } from '@/server/text/is-storable'
import { onStopping } from '@/server/waking/stopping'
import { answerByMethod, answerRequest } from './answer-request'
import {
  type ApiAnswer,
  type ApiRequest,
  BODY_TIMEOUT_MS,
  BodyBrokenOff,
  BodyTooLarge,
  BodyTooSlow,
} from './api-request'
import type { Endpoint } from './endpoint'

type Handler = (request: Request) => Promise<Response>
type Handlers = Record<'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS', Handler>

/**
 * The route handlers of one path, for a Next route file: `export const { GET, POST, ... } = serve(list, create)`. Every
 * method has a handler, so that a wrong one gets 405 in the envelope; without endpoints every method is 404.
 */
export function serve(...endpoints: Endpoint[]): Handlers {
  const handler: Handler = async (request) => {
    const incoming = toApiRequest(request)
    const [first] = endpoints
    if (!first) return toResponse(await answerRequest(null, incoming))
    return toResponse(await answerByMethod(endpoints, incoming, pathValues(first, incoming.path)))
  }
  return {
    GET: handler,
    HEAD: handler,
    POST: handler,
    PUT: handler,
    PATCH: handler,
    DELETE: handler,
    OPTIONS: handler,
  }
}

/** A web request as the pipeline takes it. */
export function toApiRequest(request: Request): ApiRequest {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    path: pathname,
    search,
    header: (name) => request.headers.get(name),
    clientIp: clientAddress(request.headers, trustedProxies()),
    readBody: (maxBytes) => readLimited(request, maxBytes),
  }
}

/** An answer of the pipeline as a web response. */
export function toResponse({ status, headers, body, stream }: ApiAnswer): Response {
  return new Response(stream ? toBytes(stream) : body, { status, headers })
}

/** Text as it is made, at the pace at which it is read, until the reader cancels. */
function toBytes(stream: NonNullable<ApiAnswer['stream']>): ReadableStream<Uint8Array> {
  const ending = new AbortController()
  const undo = onStopping(() => ending.abort())
  const texts = stream(ending.signal)[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next()
      if (!done) return controller.enqueue(encoder.encode(value))
      undo()
      controller.close()
    },
    async cancel() {
      undo()
      ending.abort()
      await texts.return?.()
    },
  })
}

async function readLimited({ body }: Request, maxBytes: number): Promise<Uint8Array> {
  const reader = body?.getReader()
  if (!reader) return new Uint8Array()
  let late: ReturnType<typeof setTimeout> | undefined
  const tooSlow = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new BodyTooSlow()), BODY_TIMEOUT_MS)
  })
  try {
    return await Promise.race([readAll(reader, maxBytes), tooSlow])
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error
  } finally {
    clearTimeout(late)
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new BodyBrokenOff('the client is gone', { cause })
    })
    if (done) return Buffer.concat(chunks)
    size += value.length
    if (size > maxBytes) throw new BodyTooLarge()
    chunks.push(value)
  }
}

/** Next has matched the path already; this only cuts the parameters out of it. */
function pathValues(endpoint: Endpoint, path: string): string[] {
  const segments = path.split('/')
  return endpoint.path
    .split('/')
    .flatMap((part, index) => (part.startsWith('{') ? [decoded(segments[index] ?? '')] : []))
}

/** A segment that does not decode to usable text stays as it is: no id looks like that. */
function decoded(segment: string): string {
  try {
    const value = decodeURIComponent(segment)
    return isStorable(value) ? value : segment
  } catch {
    return segment
  }
}
