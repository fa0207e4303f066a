import { type Dispatcher, request } from 'undici'
import { requireNoTransaction } from '@/server/database/network-guard'
import { guardedAgent } from '@/server/egress/guarded-agent'
import { formProblem } from '@/server/egress/target'

/** The result of one POST. `httpStatus` is null without a response. */
export type PostResult = {
  httpStatus: number | null
  error: string | null
  latencyMs: number
  responseExcerpt: string | null
  retryAfter: string | undefined
}

type Post = { url: string; headers: Record<string, string>; body: string }
type PostOptions = { agent?: Dispatcher; timeoutMs?: number }

const TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 64 * 1_024
const EXCERPT_BYTES = 1_024

/** POSTs a body to a customer's URL through the guard: no redirects, ten seconds, at most 64 KiB read. Never throws. */
export async function postWebhook(
  { url, headers, body }: Post,
  { agent = guardedAgent(), timeoutMs = TIMEOUT_MS }: PostOptions = {},
): Promise<PostResult> {
  requireNoTransaction('a webhook')
  const startedAt = performance.now()
  const elapsed = () => Math.round(performance.now() - startedAt)
  const refusal = formProblem(url)
  if (refusal) return { ...NO_ANSWER, error: `Refused: the URL ${refusal}`, latencyMs: 0 }
  // This timer ends with the request; `AbortSignal.timeout` would fire for each request, seconds after its response.
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new DOMException('no answer in time', 'TimeoutError')), timeoutMs)
  try {
    const answer = await request(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Slipway-Webhooks/1' },
      body,
      dispatcher: agent,
      signal: limit.signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    })
    const responseExcerpt = await readExcerpt(answer.body)
    const retryAfter = answer.headers['retry-after']
    return {
      httpStatus: answer.statusCode,
      error:
        answer.statusCode >= 200 && answer.statusCode < 300 ? null : `The destination returned ${answer.statusCode}`,
      latencyMs: elapsed(),
      responseExcerpt,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    }
  } catch (error) {
    return { ...NO_ANSWER, error: failureText(error), latencyMs: elapsed() }
  } finally {
    clearTimeout(timer)
  }
}

const NO_ANSWER = { httpStatus: null, responseExcerpt: null, retryAfter: undefined } as const

/**
 * The first 1 KiB of a response. A small rest is read so that the connection can be reused; above the limit it is
 * closed. Only the status decides whether a message was delivered, so an incomplete body does not matter.
 */
async function readExcerpt(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Buffer[] = []
  let bytesRead = 0
  await new Promise<void>((resolve) => {
    body.on('data', (part: Buffer) => {
      if (bytesRead < EXCERPT_BYTES) parts.push(part.subarray(0, EXCERPT_BYTES - bytesRead))
      bytesRead += part.length
      if (bytesRead > MAX_RESPONSE_BYTES) body.destroy()
    })
    // Cut off by the destination or by the time limit: the excerpt is the part that arrived.
    body.on('error', () => resolve())
    body.on('close', resolve)
  })
  // `stream` omits a character that the limit cut in two. Postgres text cannot contain NUL.
  return new TextDecoder().decode(Buffer.concat(parts), { stream: true }).replaceAll('\0', '')
}

/** The kind of failure as text, without internals of the network. */
function failureText(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed'
  if (error.name === 'ForbiddenTargetError') return `Refused: ${error.message}`
  if (error.name === 'TimeoutError' || error.name.includes('Timeout')) return 'No answer in time'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return `The connection failed (${code})`
}
