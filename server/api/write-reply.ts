import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { env } from '@/server/env'
import type { ProjectAccess } from '@/server/projects/find-project-access'
import { type Endpoint, type EventStream, operationOf, type Reply } from './endpoint'

/** Facts about a request that are set while it is answered, for its log line and headers. */
export type RequestFacts = {
  requestId: string
  access: ProjectAccess | null
  idempotencyKey: string | null
  headers: Record<string, string>
  /** The parsed body, once something read it. */
  body: unknown
  /** It was refused at once because the process is overloaded. */
  isShed: boolean
}

/** The answer to a request without its fixed headers. `message` is the text of a refusal, for the request log. */
export type Outcome = { status: number; body: string; message: string | null; stream?: EventStream }

/** The outcome of a reply. Adds the headers of the reply to those of the answer. */
export function toOutcome(endpoint: Endpoint, reply: Reply, facts: RequestFacts): Outcome {
  Object.assign(facts.headers, reply.headers)
  return {
    status: reply.status,
    body: writeReply(endpoint, reply),
    message: reply.status >= 400 ? reply.message : null,
  }
}

const CONTENT_TYPES = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  events: 'text/event-stream; charset=utf-8',
} as const

/** The headers of every answer of `/v1`, by the form of its body. */
export function fixedHeaders(requestId: string, form: keyof typeof CONTENT_TYPES): Record<string, string> {
  return {
    'content-type': CONTENT_TYPES[form],
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    // Proxies must not buffer events.
    ...(form === 'events' ? { 'x-accel-buffering': 'no' } : {}),
  }
}

/** The body of a reply as text: in the envelope of `/v1`, or bare where the endpoint is `raw`. */
export function writeReply(endpoint: Endpoint, reply: Reply): string {
  return JSON.stringify(toBody(endpoint, reply))
}

function toBody(endpoint: Endpoint, reply: Reply): unknown {
  if (reply.stream) return null
  requireDocumentedReply(endpoint, reply)
  if (endpoint.raw) return reply.data
  const { status, message, code, data, beside } = reply
  return { status: status < 400, message, ...(code ? { code } : {}), data: data ?? null, ...beside }
}

const storedRefusal = z.object({ message: z.string() })

/** The message of a stored refusal; null for a success. A call that waited for its transaction may end as a refusal. */
export function messageOfStored({ status, body }: { status: number; body: string }): string | null {
  if (status < 400) return null
  return storedRefusal.parse(JSON.parse(body)).message
}

/**
 * Throws if a reply differs from `replies`: a status that is not listed, data that does not fit its schema, or a field
 * that the schema does not name. Only outside production: suites find the fault, and customers get the reply as it is.
 */
function requireDocumentedReply(
  endpoint: Pick<Endpoint, 'method' | 'path' | 'replies' | 'beside'>,
  reply: Reply,
): void {
  if (env().NODE_ENV === 'production') return
  const { status, data, beside = {} } = reply
  const schema = endpoint.replies[status]
  if (!schema) throw new Error(`${operationOf(endpoint)} lists no reply ${status}`)
  const parsed = schema.safeParse(data)
  if (!parsed.success) {
    throw new Error(`a ${status} of ${operationOf(endpoint)} does not fit its schema`, { cause: parsed.error })
  }
  if (Object.keys(beside).length > 0 && !endpoint.beside?.strict().safeParse(beside).success) {
    throw new Error(`what a ${status} of ${operationOf(endpoint)} has beside its data does not fit its schema`)
  }
  if (!isDeepStrictEqual(asSent(parsed.data), asSent(data))) {
    throw new Error(`a ${status} of ${operationOf(endpoint)} has fields its schema does not name`)
  }
}

/** The data as JSON sends it, without undefined fields. */
function asSent(data: unknown): unknown {
  return data === undefined ? undefined : JSON.parse(JSON.stringify(data))
}
