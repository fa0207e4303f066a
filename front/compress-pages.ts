import type { IncomingMessage, ServerResponse } from 'node:http'
import { createGzip, type Gzip } from 'node:zlib'
import { chooseEncoding } from './choose-encoding'

/** Streams of events wait for nothing, so they go as they are. */
const COMPRESSIBLE = /^(text\/(?!event-stream)|image\/svg\+xml|application\/([\w.-]+\+)?(json|xml|javascript))/
/** Below this a header costs more than compression saves. */
const MIN_BYTES = 1024

/**
 * Compresses the answer as it is written. In place of Next's own compression, which keeps a stream's native memory when
 * the client leaves before its end.
 */
export function compressPages(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { write, end, writeHead } = outgoing
  const isAccepted = chooseEncoding(incoming.headers['accept-encoding']?.toString(), ['gzip']) !== null
  let gzip: Gzip | null = null

  const begin = () => {
    if (incoming.method === 'HEAD' || !isWorthIt(outgoing)) return
    outgoing.appendHeader('vary', 'Accept-Encoding')
    if (!isAccepted) return
    outgoing.removeHeader('content-length')
    outgoing.setHeader('content-encoding', 'gzip')
    gzip = createGzip()
    connect(gzip, outgoing, {
      write: (chunk) => Reflect.apply(write, outgoing, [chunk]),
      end: () => Reflect.apply(end, outgoing, []),
    })
  }
  // Node calls it as well where the head is left to the first bytes.
  outgoing.writeHead = (status: number, ...rest: unknown[]) => {
    const headers = rest.find((one) => typeof one === 'object' && one !== null)
    for (const [name, value] of Object.entries(headers ?? {})) outgoing.setHeader(name, value)
    outgoing.statusCode = status
    begin()
    return Reflect.apply(writeHead, outgoing, [status, ...rest.filter((one) => typeof one === 'string')])
  }
  outgoing.write = (...args: unknown[]) => {
    if (!outgoing.headersSent) outgoing.writeHead(outgoing.statusCode)
    return gzip ? Reflect.apply(gzip.write, gzip, args) : Reflect.apply(write, outgoing, args)
  }
  outgoing.end = (...args: unknown[]) => {
    const [body] = args
    if (!outgoing.headersSent && (typeof body === 'string' || body instanceof Uint8Array)) {
      outgoing.setHeader('content-length', Buffer.byteLength(body))
      outgoing.writeHead(outgoing.statusCode)
    }
    Reflect.apply(gzip?.end ?? end, gzip ?? outgoing, args)
    return outgoing
  }
  // Next asks for it after each piece of a page.
  Object.assign(outgoing, { flush: () => gzip?.destroyed === false && gzip.flush() })
}

function isWorthIt(outgoing: ServerResponse): boolean {
  const length = outgoing.getHeader('content-length')
  if (length !== undefined && Number(length) < MIN_BYTES) return false
  if (outgoing.hasHeader('content-encoding') || outgoing.statusCode === 304 || outgoing.statusCode === 204) return false
  return COMPRESSIBLE.test(String(outgoing.getHeader('content-type') ?? ''))
}

function connect(
  gzip: Gzip,
  outgoing: ServerResponse,
  to: { write: (chunk: Uint8Array) => boolean; end: () => void },
): void {
  gzip.on('data', (chunk: Uint8Array) => {
    if (!to.write(chunk)) gzip.pause()
  })
  gzip.once('end', to.end)
  // Writers wait until the answer takes more.
  gzip.on('drain', () => outgoing.emit('drain'))
  outgoing.on('drain', () => gzip.resume())
  outgoing.once('close', () => gzip.destroy())
}
