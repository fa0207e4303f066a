import { request } from 'undici'
import { requireNoTransaction } from '@/server/database/network-guard'
import { guardedAgent } from './guarded-agent'
import { formProblem } from './target'

const MAX_BYTES = 256 * 1_024

type Wanted = {
  timeoutMs: number
  /** The most bytes of a body that are read. */
  maxBytes: number
  /** The `ETag` of the page as it was read before. */
  etag?: string | null
}
/** A page; null where it is still the one of `etag`. */
type Got = { text: string; etag: string | null } | null

/**
 * GETs a public page through the guard: no redirects, at most 256 KiB. Throws for everything but 200, in words for an
 * operator.
 */
export async function getText(url: string, { timeoutMs }: { timeoutMs: number }): Promise<string> {
  const got = await getPage(url, { timeoutMs, maxBytes: MAX_BYTES })
  if (got === null) throw new Error('it answers 304')
  return got.text
}

/**
 * GETs a public page through the guard, unless it is still the one of `etag`. No redirects. Throws for everything but
 * 200 and that 304, in words for an operator.
 */
export async function getPage(url: string, { timeoutMs, maxBytes, etag = null }: Wanted): Promise<Got> {
  requireNoTransaction('a look at a page')
  const problem = formProblem(url)
  if (problem) throw new Error(`its address ${problem}`)
  const signal = AbortSignal.timeout(timeoutMs)
  const options = { dispatcher: guardedAgent(), signal, headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
  const headers = { accept: 'application/json', ...(etag === null ? {} : { 'if-none-match': etag }) }
  const answer = await request(url, { ...options, headers })
  const parts: Uint8Array[] = []
  let bytesRead = 0
  for await (const part of answer.body) {
    const bytes: Uint8Array = part
    bytesRead += bytes.length
    if (bytesRead > maxBytes) throw new Error(`it answers more than ${maxBytes / 1_024} KiB`)
    parts.push(bytes)
  }
  if (etag !== null && answer.statusCode === 304) return null
  if (answer.statusCode !== 200) throw new Error(`it answers ${answer.statusCode}`)
  const given = answer.headers.etag
  return { text: Buffer.concat(parts).toString(), etag: typeof given === 'string' ? given : null }
}
