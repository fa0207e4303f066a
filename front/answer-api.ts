import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerPath } from '@/registry/answer-path'
import { type ApiRequest, MAX_BODY_BYTES } from '@/server/api/api-request'
import { compressAnswer, isWorthCompressing } from './compress-answer'
import { declaresMoreThan, readBody } from './read-body'
import { sendStream } from './send-stream'

/** Hands a request of Node's straight to the pipeline and writes what it answers. */
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
