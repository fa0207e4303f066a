import { request } from 'undici'
import { guardedAgent } from './guarded-agent'
import { formProblem } from './target'

/** What came of one POST. `httpStatus` is null when no answer came. */
export type PostResult = {
  httpStatus: number | null
  error: string | null
  latencyMs: number
  responseExcerpt: string | null
  retryAfter: string | undefined
}

const TIMEOUT_MS = 10_000
const EXCERPT_CHARACTERS = 1_024

/** POSTs a body to a customer's URL through the guard: no redirects, ten seconds, at most 64 KiB read. Never throws. */
export async function postWebhook(url: string, headers: Record<string, string>, body: string): Promise<PostResult> {
  const startedAt = performance.now()
  const elapsed = () => Math.round(performance.now() - startedAt)
  const refusal = formProblem(url)
  if (refusal) return { ...NO_ANSWER, error: `Refused: the URL ${refusal}`, latencyMs: 0 }
  try {
    const answer = await request(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Slipway-Webhooks/1' },
      body,
      dispatcher: guardedAgent(),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    })
    const text = await answer.body.text().catch(() => '')
    const retryAfter = answer.headers['retry-after']
    return {
      httpStatus: answer.statusCode,
      error: answer.statusCode >= 200 && answer.statusCode < 300 ? null : `The receiver answered ${answer.statusCode}`,
      latencyMs: elapsed(),
      // Postgres text holds no NUL.
      responseExcerpt: text.slice(0, EXCERPT_CHARACTERS).replaceAll('\0', ''),
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    }
  } catch (error) {
    return { ...NO_ANSWER, error: failureText(error), latencyMs: elapsed() }
  }
}

const NO_ANSWER = { httpStatus: null, responseExcerpt: null, retryAfter: undefined } as const

/** The class of the failure in plain words; internals of the network stay inside. */
function failureText(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed'
  if (error.name === 'ForbiddenTargetError') return `Refused: ${error.message}`
  if (error.name === 'TimeoutError' || error.name.includes('Timeout')) return 'No answer within 10 seconds'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return `The connection failed (${code})`
}
