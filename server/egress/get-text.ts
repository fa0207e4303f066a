import { request } from 'undici'
import { requireNoTransaction } from '@/server/database/network-guard'
import { guardedAgent } from './guarded-agent'
import { formProblem } from './target'

const MAX_BYTES = 256 * 1_024

/**
 * GETs a public page through the guard: no redirects, at most 256 KiB. Throws for everything but 200, in words for an
 * operator.
 */
export async function getText(url: string, { timeoutMs }: { timeoutMs: number }): Promise<string> {
  requireNoTransaction('a look at a page')
  const problem = formProblem(url)
  if (problem) throw new Error(`its address ${problem}`)
  const signal = AbortSignal.timeout(timeoutMs)
  const options = { dispatcher: guardedAgent(), signal, headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
  const answer = await request(url, { ...options, headers: { accept: 'application/json' } })
  const parts: Uint8Array[] = []
  let bytesRead = 0
  for await (const part of answer.body) {
    const bytes: Uint8Array = part
    bytesRead += bytes.length
    if (bytesRead > MAX_BYTES) throw new Error('it answers more than 256 KiB')
    parts.push(bytes)
  }
  if (answer.statusCode !== 200) throw new Error(`it answers ${answer.statusCode}`)
  return Buffer.concat(parts).toString()
}
