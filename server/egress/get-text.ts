import { type Dispatcher, request } from 'undici'
import { requireNoTransaction } from '@/server/database/network-guard'
import { guardedAgent } from './guarded-agent'
import { formProblem } from './target'

const MAX_BYTES = 256 * 1_024

type Options = {
  /** The most time for all of it. */
  timeoutMs: number
  /** The longest pause between two pieces; by default as long as the whole may take. */
  idleMs?: number
  /** The `ETag` of the page as it was read before. */
  etag?: string | null
  accept?: string
  /** The maximum number of redirects; none by default. Each address is checked by the guard. */
  maxRedirects?: number
}
/** A page whose body was not read yet. */
type OpenPage = { body: AsyncIterable<Uint8Array>; etag: string | null; totalBytes: number | null }

/**
 * GETs a public page through the guard: no redirects, at most 256 KiB. Throws for everything but 200, with a message
 * for operators.
 */
export async function getText(url: string, { timeoutMs }: { timeoutMs: number }): Promise<string> {
  const page = await openPage(url, { timeoutMs })
  if (page === null) throw new Error('it returned 304')
  const parts: Uint8Array[] = []
  let bytesRead = 0
  for await (const bytes of page.body) {
    bytesRead += bytes.length
    if (bytesRead > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES / 1_024} KiB`)
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString()
}

/**
 * GETs a public page through the guard; null if its `etag` has not changed. Read the body, or end its iteration. Throws
 * for everything but 200 and 304, with a message for operators.
 */
export async function openPage(
  url: string,
  { timeoutMs, idleMs = timeoutMs, ...settings }: Options,
): Promise<OpenPage | null> {
  requireNoTransaction('a look at a page')
  const signal = AbortSignal.timeout(timeoutMs)
  const { etag = null, accept = 'application/json', maxRedirects = 0 } = settings
  const options = { dispatcher: guardedAgent(), signal, headersTimeout: idleMs, bodyTimeout: idleMs }
  const headers = { accept, ...(etag === null ? {} : { 'if-none-match': etag }) }
  let address = url
  for (let redirects = 0; ; redirects += 1) {
    const problem = formProblem(address)
    if (problem) throw new Error(`its address ${problem}`)
    const answer = await request(address, { ...options, headers })
    const next = redirects < maxRedirects ? redirectOf(answer, address) : null
    if (next === null) return toPage(answer, etag)
    await answer.body.dump()
    address = next
  }
}

async function toPage(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  etag: string | null,
): Promise<OpenPage | null> {
  if (statusCode === 200) {
    const length = Number(headers['content-length'])
    const given = headers.etag
    return {
      body,
      etag: typeof given === 'string' ? given : null,
      totalBytes: Number.isSafeInteger(length) && length > 0 ? length : null,
    }
  }
  await body.dump()
  if (etag !== null && statusCode === 304) return null
  throw new Error(`it returned ${statusCode}`)
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

function redirectOf({ statusCode, headers: { location } }: Dispatcher.ResponseData, from: string): string | null {
  if (!REDIRECTS.includes(statusCode) || typeof location !== 'string' || !URL.canParse(location, from)) return null
  return new URL(location, from).href
}
