import { Agent, request } from 'undici'
import type { z } from 'zod'
import { oncePerProcess } from '@/db/once-per-process'
import { requireNoTransaction } from '@/server/database/network-guard'
import { makeConnector } from '@/server/egress/make-connector'
import { isOpen, recordAnswer, recordBusy, recordNoAnswer } from './breaker'
import { readExactJson } from './exact-json'
import type { ProviderName } from './provider'
import { ProviderInvalidAnswer, ProviderUnavailable } from './provider-error'

/** The limit for connecting, waiting and reading together. */
const CALL_LIMIT_MS = 5_000
const MAX_BYTES = 4 * 1024 * 1024

export type ProviderCall = {
  provider: ProviderName
  /** From the configuration, without a trailing slash. */
  baseUrl: string
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
}
type ProviderAnswer = { status: number; body: unknown }

/** Each host has its own connections, so that one that hangs delays no other. Redirects are not followed. */
const agent = () =>
  oncePerProcess(
    'provider-agent',
    () => new Agent({ connections: 16, connect: makeConnector({ timeout: CALL_LIMIT_MS }) }),
  )

/**
 * Calls a provider once. Throws ProviderUnavailable if it does not answer within 5 s, answers 429 or 5xx, or is paused
 * after failures or a Retry-After. The error text never contains a key or a body.
 */
export async function callProvider(call: ProviderCall): Promise<ProviderAnswer> {
  requireNoTransaction('a call of a payment provider')
  const { provider } = call
  const begunMs = Date.now()
  if (isOpen(provider, begunMs)) throw new ProviderUnavailable(provider, 'failed recently and is paused')
  try {
    const answer = await send(call)
    recordAnswer(provider)
    return answer
  } catch (error) {
    if (error instanceof RetryLater) recordBusy(provider, Date.now() + error.waitMs)
    else recordNoAnswer(provider, { begunMs, nowMs: Date.now() })
    throw error
  }
}

/** The maximum pause, even if the provider requests more. */
const MAX_WAIT_MS = 10 * 60_000

class RetryLater extends ProviderUnavailable {
  readonly waitMs: number
  constructor(provider: ProviderName, problem: string, waitMs: number) {
    super(provider, problem)
    this.waitMs = waitMs
  }
}

/**
 * The pause that a Retry-After header requests, in ms, limited to `MAX_WAIT_MS`. The header has seconds or a date. Null
 * if it requests none.
 */
function readRetryAfter(header: string | string[] | undefined, nowMs: number): number | null {
  if (typeof header !== 'string') return null
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - nowMs
  return waitMs > 0 ? Math.min(waitMs, MAX_WAIT_MS) : null
}

async function send({ provider, baseUrl, method, path, query, headers, body }: ProviderCall): Promise<ProviderAnswer> {
  const url = new URL(baseUrl + path)
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
  const signal = AbortSignal.timeout(CALL_LIMIT_MS)
  const where = `${method} ${path.split('?')[0]}`
  const sent = { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const reply = await request(url, {
    method,
    dispatcher: agent(),
    headers: { ...sent, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  }).catch((cause: unknown) => {
    throw new ProviderUnavailable(provider, `does not answer ${where}`, { cause })
  })
  const { statusCode: status } = reply
  const bytes = await readAll(reply.body).catch((cause: unknown) => {
    throw new ProviderUnavailable(provider, `broke off its answer to ${where}`, { cause })
  })
  const waitMs = status === 429 || status === 503 ? readRetryAfter(reply.headers['retry-after'], Date.now()) : null
  if (waitMs !== null) {
    const problem = `answered ${where} with ${status} and asks to retry after ${Math.ceil(waitMs / 1_000)} s`
    throw new RetryLater(provider, problem, waitMs)
  }
  if (status >= 500 || status === 429 || status === 408)
    throw new ProviderUnavailable(provider, `answered ${where} with ${status}`)
  try {
    return { status, body: readExactJson(bytes) }
  } catch (cause) {
    throw new ProviderInvalidAnswer(provider, `answered ${where} with ${status} and no JSON`, { cause })
  }
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const read: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error('too much')
    read.push(chunk)
  }
  return Buffer.concat(read)
}

/** Parses an answer. Throws ProviderInvalidAnswer, which names the invalid field but not its value. */
export function readAnswer<T extends z.ZodType>(provider: ProviderName, schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ProviderInvalidAnswer(provider, `sent an invalid answer: ${issue?.path.join('.')}: ${issue?.message}`)
}
