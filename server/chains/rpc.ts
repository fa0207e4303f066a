import { type Dispatcher, Pool } from 'undici'
import { shared } from '@/server/shared'
import type { Chain } from './registry'

export type RpcCall = { method: string; params: unknown[] }
/** What a node said to one call: a result, or an error of its own. */
export type RpcAnswer =
  | { result: unknown; error?: undefined }
  | { result?: undefined; error: { code: number; message: string; data?: unknown } }

/** No usable answer came: for a read try again, for a send the outcome is unknown. */
export class RpcUnavailableError extends Error {
  override readonly name = 'RpcUnavailableError'
}

/** The node answered with an error. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(answer: { code: number; message: string; data?: unknown }) {
    super(answer.message)
    this.code = answer.code
    this.data = answer.data
  }
}

const TIMEOUT_MS = 10_000
/** Calls per HTTP request: what public nodes accept at least. */
const BATCH_SIZE = 50
const clients = shared('rpc-clients', () => new Map<string, Dispatcher>())

/** One call to the chain, the next endpoint asked where one is out of reach. Throws RpcError, RpcUnavailableError. */
export async function callRpc(chain: Chain, method: string, params: unknown[]): Promise<unknown> {
  const [answer] = await callRpcBatch(chain, [{ method, params }])
  return resultOf(answer)
}

/** Many calls, answers in the order of the calls. Throws RpcUnavailableError when no endpoint answers. */
export async function callRpcBatch(chain: Chain, calls: RpcCall[]): Promise<RpcAnswer[]> {
  let failure: unknown
  for (const url of chain.rpcUrls) {
    try {
      return await callEndpoint(url, calls)
    } catch (error) {
      failure = error
    }
  }
  throw new RpcUnavailableError(`no endpoint of chain ${chain.chainId} answered`, { cause: failure })
}

/** The result of an answer. Throws RpcError, RpcUnavailableError. */
export function resultOf(answer: RpcAnswer | undefined): unknown {
  if (!answer) throw new RpcUnavailableError('the node left a call of a batch unanswered')
  if (answer.error) throw new RpcError(answer.error)
  return answer.result
}

/** Asks one endpoint only; long lists go in several requests, one after the other, so that sends keep their order. */
export async function callEndpoint(url: string, calls: RpcCall[]): Promise<RpcAnswer[]> {
  const answers: RpcAnswer[] = []
  for (let start = 0; start < calls.length; start += BATCH_SIZE) {
    answers.push(...(await post(url, calls.slice(start, start + BATCH_SIZE))))
  }
  return answers
}

async function post(url: string, calls: RpcCall[]): Promise<RpcAnswer[]> {
  const { origin, pathname, search } = new URL(url)
  const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })))
  const headers = { 'content-type': 'application/json' }
  const reply = await clientOf(origin)
    .request({
      path: pathname + search,
      method: 'POST',
      headers,
      body,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    })
    .catch((cause: unknown) => {
      throw new RpcUnavailableError(`the node at ${origin} is out of reach`, { cause })
    })
  const text = await reply.body.text().catch((cause: unknown) => {
    throw new RpcUnavailableError(`the node at ${origin} broke off its answer`, { cause })
  })
  return inOrder(calls.length, parse(text, origin, reply.statusCode))
}

function parse(text: string, origin: string, status: number): unknown[] {
  try {
    const parsed: unknown = JSON.parse(text)
    if (Array.isArray(parsed)) return parsed
  } catch {
    // falls through: not JSON is no answer
  }
  throw new RpcUnavailableError(`the node at ${origin} answered ${status} without JSON-RPC results`)
}

function inOrder(count: number, replies: unknown[]): RpcAnswer[] {
  const byId = new Map(replies.flatMap((reply) => (isReply(reply) ? [[reply.id, reply] as const] : [])))
  return Array.from({ length: count }, (_, id) => {
    const reply = byId.get(id)
    if (!reply) throw new RpcUnavailableError('the node left a call of a batch unanswered')
    return reply.error ? { error: reply.error } : { result: reply.result }
  })
}

type Reply = { id: number; result?: unknown; error?: { code: number; message: string; data?: unknown } }

function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number'
}

function clientOf(origin: string): Dispatcher {
  const existing = clients.get(origin)
  if (existing) return existing
  const client = new Pool(origin, { connections: 8, pipelining: 1 })
  clients.set(origin, client)
  return client
}
