import { requireNoTransaction } from '@/server/database/network-guard'
import { type RpcAnswer, type RpcCall, RpcUnavailableError } from './answer'
import { type Connection, connectionTo } from './connections'
import { RPC_LIMITS } from './limits'

const HEADERS = { 'content-type': 'application/json' }

/**
 * Calls one endpoint. Long lists are sent in several requests: first one alone, so that the head it reports holds for
 * the others, then the rest in parallel. Throws RpcUnavailableError, whose text names the host and never the path,
 * which may have a key.
 */
export async function callEndpoint(url: string, calls: RpcCall[], timeoutMs?: number): Promise<RpcAnswer[]> {
  const size = RPC_LIMITS.batchSize
  const first = await postCalls(url, calls.length <= size ? calls : calls.slice(0, size), timeoutMs)
  if (calls.length <= size) return first
  const rest: Promise<RpcAnswer[]>[] = []
  for (let start = size; start < calls.length; start += size) {
    rest.push(postCalls(url, calls.slice(start, start + size), timeoutMs))
  }
  return [...first, ...(await Promise.all(rest)).flat()]
}

/** One HTTP request with all the calls, by default over the endpoint's own pool. Throws RpcUnavailableError. */
export async function postCalls(
  target: string | Connection,
  calls: RpcCall[],
  timeoutMs = RPC_LIMITS.requestTimeoutMs,
): Promise<RpcAnswer[]> {
  requireNoTransaction('a call of a chain')
  const connection = typeof target === 'string' ? connectionTo(target) : target
  const { status, text } = await post(connection, toBody(calls), timeoutMs)
  // A provider's refusal of the whole request, even if the body is well formed.
  if (status >= 500 || [401, 402, 403, 404, 429].includes(status)) throw refusal(connection, status, text)
  const replies = parse(text)
  if (!replies) throw new RpcUnavailableError(`${connection.host} returned ${status} without JSON-RPC results`)
  return inOrder(calls.length, replies, connection)
}

function toBody(calls: RpcCall[]): string {
  const [only] = calls
  // Some endpoints take no batches.
  if (only && calls.length === 1) return JSON.stringify({ jsonrpc: '2.0', id: 0, ...only })
  return JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })))
}

async function post({ client, origin, path, host }: Connection, body: string, timeoutMs: number) {
  const request = {
    origin,
    path,
    method: 'POST',
    headers: HEADERS,
    body,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  } as const
  const reply = await client.request(request).catch((cause: unknown) => {
    throw new RpcUnavailableError(`${host} is out of reach`, { cause })
  })
  const text = await reply.body.text().catch((cause: unknown) => {
    throw new RpcUnavailableError(`${host} closed the connection within its response`, { cause })
  })
  return { status: reply.statusCode, text }
}

function parse(text: string): unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(text)
    if (Array.isArray(parsed)) return parsed
    return isObject(parsed) ? [parsed] : null
  } catch {
    return null
  }
}

function inOrder(count: number, replies: unknown[], { path, host }: Connection): RpcAnswer[] {
  const answers = new Map<number, RpcAnswer>()
  for (const reply of replies) {
    if (!isReply(reply)) throw new RpcUnavailableError(`${host} refused the request: ${wordsOf(reply, path)}`)
    answers.set(reply.id, reply.error ? { error: toError(reply.error, path) } : { result: reply.result })
  }
  return Array.from({ length: count }, (_, id) => {
    const answer = answers.get(id)
    if (!answer) throw new RpcUnavailableError(`${host} left a call of a batch unanswered`)
    return answer
  })
}

function toError({ code, message, data }: NonNullable<Reply['error']>, path: string) {
  return { code, message: hideKeys(String(message), path), data }
}

function refusal({ host, path }: Connection, status: number, text: string): RpcUnavailableError {
  const [reply] = parse(text) ?? []
  const words = reply === undefined ? '' : `: ${wordsOf(reply, path)}`
  return new RpcUnavailableError(`${host} returned ${status}${words}`)
}

/** An error of the whole request has no id: a rate limit, or a batch that is too long. */
function wordsOf(reply: unknown, path: string): string {
  const error = isObject(reply) && 'error' in reply ? reply.error : null
  const message = isObject(error) && 'message' in error ? String(error.message) : 'no JSON-RPC answer'
  return hideKeys(message, path).slice(0, 200)
}

type Reply = { id: number; result?: unknown; error?: { code: number; message: string; data?: unknown } }

function isReply(value: unknown): value is Reply {
  return isObject(value) && 'id' in value && typeof value.id === 'number'
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Shorter parts of a URL are words (`v2`, `mainnet`), not keys. */
const SHORTEST_KEY = 8

/** A node's message without the parts of its URL that may be a provider's key: some providers repeat them in errors. */
function hideKeys(text: string, path: string): string {
  return path
    .split(/[/?&=]/)
    .filter((part) => part.length >= SHORTEST_KEY)
    .reduce((left, part) => left.replaceAll(part, '***'), text)
}
