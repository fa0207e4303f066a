import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ApiRequest, BodyTooLarge, MAX_BODY_BYTES } from '@/server/api/api-request'
import { answerPath } from '@/server/registry/answer-path'
import { compressAnswer, isLong } from './compress-answer'
import { declaresMoreThan } from './limit-body'

/** Hands a request of Node's straight to the pipeline and writes what it answers. */
export async function answerApi(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  clientIp: string | null,
): Promise<void> {
  let isOversized = declaresMoreThan(incoming, MAX_BODY_BYTES)
  const request: ApiRequest = {
    ...splitUrl(incoming.url ?? '/'),
    method: incoming.method ?? 'GET',
    header: (name) => joined(incoming.headers[name]),
    clientIp,
    readBody: () =>
      readLimited(incoming).catch((error: unknown) => {
        isOversized = true
        throw error
      }),
  }
  const { status, headers, body } = await answerPath(request)
  if (outgoing.destroyed) return
  // The rest of a body nobody wants is not worth reading.
  if (isOversized) headers.connection = 'close'
  let content: string | Uint8Array = body
  if (isLong(body)) {
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

function readLimited(incoming: IncomingMessage): Promise<Uint8Array> {
  if (declaresMoreThan(incoming, MAX_BODY_BYTES)) return Promise.reject(new BodyTooLarge())
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let size = 0
    incoming.on('data', (chunk: Uint8Array) => {
      size += chunk.length
      if (size > MAX_BODY_BYTES) {
        incoming.pause()
        return reject(new BodyTooLarge())
      }
      chunks.push(chunk)
    })
    incoming.on('end', () => resolve(Buffer.concat(chunks)))
    // The client is gone: nobody will read the answer either.
    incoming.on('close', () => resolve(Buffer.concat(chunks)))
    incoming.on('error', reject)
  })
}
