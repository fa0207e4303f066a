import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isDatabaseUnavailable } from '@/db/connection-lost'
import { answerPath } from '@/registry/answer-path'
import { type ApiAnswer, type ApiRequest, MAX_BODY_BYTES } from '@/server/api/api-request'
import { onStopping } from '@/server/waking/stopping'
import { chooseEncoding } from './choose-encoding'
import { declaresMoreThan, readBody } from './read-body'

/** Passes a request of Node to the pipeline and writes its answer. */
export async function answerApi(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { clientIp, bodyTimeoutMs }: { clientIp: string | null; bodyTimeoutMs: number | undefined },
): Promise<void> {
  let isUnread = declaresMoreThan(incoming, MAX_BODY_BYTES)
  const request: ApiRequest = {
    ...splitUrl(incoming.url ?? '/'),
    method: incoming.method ?? 'GET',
    header: (name) => joined(incoming.headers[name]),
    clientIp,
    readBody: async (maxBytes) => {
      isUnread = true
      const body = await readBody(incoming, { maxBytes, timeoutMs: bodyTimeoutMs })
      isUnread = false
      return body
    },
  }
  const { status, headers, body, stream } = await answerPath(request)
  if (outgoing.destroyed) return
  // The rest of an unwanted body is not worth reading.
  if (isUnread) headers.connection = 'close'
  if (stream) {
    outgoing.writeHead(status, headers)
    if (request.method === 'HEAD') outgoing.end()
    else await sendStream(outgoing, stream)
    return
  }
  let content: string | Uint8Array = body
  if (isWorthCompressing(body)) {
    const compressed = await compressAnswer(body, joined(incoming.headers['accept-encoding']) ?? undefined)
    content = compressed.content
    Object.assign(headers, compressed.headers)
    if (outgoing.destroyed) return
  }
  headers['content-length'] = String(Buffer.byteLength(content))
  outgoing.writeHead(status, headers)
  outgoing.end(content)
}

function splitUrl(url: string): { path: string; search: string } {
  const query = url.indexOf('?')
  return query === -1 ? { path: url, search: '' } : { path: url.slice(0, query), search: url.slice(query) }
}

function joined(value: string | string[] | undefined): string | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : value.join(', ')
}

/** A client that reads nothing for this time is treated as disconnected, even if its socket is open. */
const STALLED_MS = 30_000

/** Sends a stream at the pace of its reader, until the reader leaves, the stream ends or the process stops. */
export async function sendStream(outgoing: ServerResponse, stream: NonNullable<ApiAnswer['stream']>): Promise<void> {
  const ending = new AbortController()
  const end = () => ending.abort()
  const undo = onStopping(end)
  outgoing.once('close', end)
  outgoing.flushHeaders()
  try {
    for await (const text of stream(ending.signal)) {
      if (outgoing.destroyed) return
      if (!outgoing.write(text)) await drained(outgoing, ending.signal)
    }
    outgoing.end()
  } catch (error) {
    // The status is sent already, so only a broken connection can show the failure.
    outgoing.destroy()
    // An outage is reported once elsewhere, not for each stream.
    if (!isDatabaseUnavailable(error)) throw error
  } finally {
    undo()
  }
}

async function drained(outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  const stalled = AbortSignal.timeout(STALLED_MS)
  await once(outgoing, 'drain', { signal: AbortSignal.any([signal, stalled]) }).catch(() => outgoing.destroy())
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Most answers are shorter: compressing them takes longer than sending them. */
const WORTH_LENGTH = 32 * 1024
/** About as fast as gzip, and smaller. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Whether an answer is worth compressing. */
export function isWorthCompressing(body: string): boolean {
  return body.length >= WORTH_LENGTH
}

/**
 * Compresses a long answer in a separate thread, in an encoding that the caller accepts. Returns the content and its
 * headers.
 */
export async function compressAnswer(
  body: string,
  accepted: string | undefined,
): Promise<{ content: string | Uint8Array; headers: Record<string, string> }> {
  const vary = { vary: 'Accept-Encoding' }
  const encoding = chooseEncoding(accepted, ['br', 'gzip'])
  if (encoding === null) return { content: body, headers: vary }
  const small = encoding === 'br' ? await toBrotli(body, QUALITY) : await toGzip(body)
  return { content: small, headers: { ...vary, 'content-encoding': encoding } }
}
