import http from 'node:http'
import https from 'node:https'
import { retryAfterMs } from './backoff'
import { isObject, type JsonObject } from './json'
import { signCall } from './signing'

/** The application's reply to one call. */
export type Reply =
  | { kind: 'completed'; output: string }
  | { kind: 'ops'; ops: JsonObject[]; retryAfter: number | null }
  | { kind: 'failed'; error: unknown; final: boolean; retryAfter: number | null }
  | { kind: 'unreachable'; error: unknown }

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

const MAX_CALL_MS = 7_200_000
const agents = {
  'http:': new http.Agent({ keepAlive: true }),
  'https:': new https.Agent({ keepAlive: true }),
}

/** node:http instead of fetch, which aborts a step that is silent for five minutes. */
export function sendRequest(
  method: string,
  url: URL,
  body: unknown,
  headers: Record<string, string>,
  { timeoutMs = MAX_CALL_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<Answer> {
  const secure = url.protocol === 'https:'
  const payload = Buffer.from(JSON.stringify(body))
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(
      url,
      {
        method,
        agent: agents[secure ? 'https:' : 'http:'],
        headers: { 'content-type': 'application/json', 'content-length': payload.length, ...headers },
        timeout: timeoutMs,
        signal,
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          })
        })
      },
    )
    request.on('timeout', () => request.destroy(new Error(`no answer within ${timeoutMs} ms`)))
    request.on('error', reject)
    request.end(payload)
  })
}

export function signatureHeaders(body: unknown, signingKey: string | undefined): Record<string, string> {
  return signingKey ? { 'x-inngest-signature': signCall(body, signingKey) } : {}
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

/** With streaming on, the SDK answers 201 at once and puts the real answer into the body. */
function unwrapStream(answer: Answer): Answer {
  if (answer.status !== 201) return answer
  const inner = parsed(answer.text)
  if (!isObject(inner) || typeof inner.status !== 'number') return answer
  const headers = Object.fromEntries(
    Object.entries(isObject(inner.headers) ? inner.headers : {}).map(([name, value]) => [
      name.toLowerCase(),
      String(value),
    ]),
  )
  return { status: inner.status, headers: { ...answer.headers, ...headers }, text: String(inner.body ?? '') }
}

function toReply(raw: Answer): Reply {
  const answer = unwrapStream(raw)
  const retryAfterHeader = first(answer.headers['retry-after'])
  const retryAfter = retryAfterHeader ? retryAfterMs(retryAfterHeader, Date.now()) : null
  const body = parsed(answer.text)
  const isSdk = Boolean(answer.headers['x-inngest-sdk'] ?? answer.headers['x-inngest-sdk-handled'])

  if (answer.status === 200 && body !== undefined) return { kind: 'completed', output: answer.text }
  if (answer.status === 206) {
    const ops = (Array.isArray(body) ? body : [body]).filter(isObject)
    return { kind: 'ops', ops, retryAfter }
  }
  const error = isObject(body)
    ? body
    : { name: 'Error', message: `The application answered HTTP ${answer.status} instead of a step result` }
  // a page of the framework, a proxy, a server still booting: the function never ran
  if (!isSdk && (answer.status >= 500 || answer.status === 404)) return { kind: 'unreachable', error }
  return { kind: 'failed', error, final: first(answer.headers['x-inngest-no-retry']) === 'true', retryAfter }
}

/** One execution request. Never throws: no answer is an answer too. */
export async function callApp(
  { url, fnId, stepId, body }: { url: string; fnId: string; stepId: string; body: object },
  { signingKey, signal }: { signingKey?: string; signal?: AbortSignal } = {},
): Promise<Reply> {
  const target = new URL(url)
  target.searchParams.set('fnId', fnId)
  target.searchParams.set('stepId', stepId)
  try {
    return toReply(
      await sendRequest(
        'POST',
        target,
        body,
        { 'x-inngest-server-kind': 'dev', ...signatureHeaders(body, signingKey) },
        { signal },
      ),
    )
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    return { kind: 'unreachable', error: { name: 'Error', message: `Could not reach the application: ${message}` } }
  }
}
