import type { IncomingMessage, ServerResponse } from 'node:http'
import { type BrotliCompress, constants, createBrotliCompress, createGzip, type Gzip } from 'node:zlib'
import { chooseEncoding } from './choose-encoding'

/** Event streams are not compressed, because compression would delay them. */
const COMPRESSIBLE = /^(text\/(?!event-stream)|image\/svg\+xml|application\/([\w.-]+\+)?(json|xml|javascript))/
/**
 * A page has most of its content twice, as markup and as data for the browser, too far apart for gzip. Brotli makes it
 * a third smaller, with less CPU at this quality. A larger window than pages need would only cost memory.
 */
const PAGE = /^text\/(html|x-component)/
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: 19,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}
/** Below this size the header costs more than compression saves. */
const MIN_BYTES = 1024

/**
 * Compresses the response as it is written. Replaces Next's own compression, which keeps a stream's native memory when
 * the client leaves before its end.
 */
export function compressPages(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { write, end, writeHead } = outgoing
  let compressor: Gzip | BrotliCompress | null = null

  const begin = () => {
    if (incoming.method === 'HEAD' || !isWorthIt(outgoing)) return
    outgoing.appendHeader('vary', 'Accept-Encoding')
    const encoding = chooseEncoding(incoming.headers['accept-encoding']?.toString(), encodingsFor(outgoing))
    if (encoding === null) return
    outgoing.removeHeader('content-length')
    outgoing.setHeader('content-encoding', encoding)
    compressor = encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip()
    connect(compressor, outgoing, {
      write: (chunk) => Reflect.apply(write, outgoing, [chunk]),
      end: () => Reflect.apply(end, outgoing, []),
    })
  }
  // Node also calls it if the head is written with the first bytes.
  outgoing.writeHead = (status: number, ...rest: unknown[]) => {
    const headers = rest.find((one) => typeof one === 'object' && one !== null)
    for (const [name, value] of Object.entries(headers ?? {})) outgoing.setHeader(name, value)
    outgoing.statusCode = status
    begin()
    return Reflect.apply(writeHead, outgoing, [status, ...rest.filter((one) => typeof one === 'string')])
  }
  outgoing.write = (...args: unknown[]) => {
    if (!outgoing.headersSent) outgoing.writeHead(outgoing.statusCode)
    return compressor ? Reflect.apply(compressor.write, compressor, args) : Reflect.apply(write, outgoing, args)
  }
  outgoing.end = (...args: unknown[]) => {
    const [body] = args
    if (!outgoing.headersSent && (typeof body === 'string' || body instanceof Uint8Array)) {
      outgoing.setHeader('content-length', Buffer.byteLength(body))
      outgoing.writeHead(outgoing.statusCode)
    }
    Reflect.apply(compressor?.end ?? end, compressor ?? outgoing, args)
    return outgoing
  }
  // Next calls flush after each piece of a page.
  Object.assign(outgoing, { flush: () => compressor?.destroyed === false && compressor.flush() })
}

function isWorthIt(outgoing: ServerResponse): boolean {
  const length = outgoing.getHeader('content-length')
  if (length !== undefined && Number(length) < MIN_BYTES) return false
  if (outgoing.hasHeader('content-encoding') || outgoing.statusCode === 304 || outgoing.statusCode === 204) return false
  return COMPRESSIBLE.test(String(outgoing.getHeader('content-type') ?? ''))
}

function encodingsFor(outgoing: ServerResponse): ('br' | 'gzip')[] {
  return PAGE.test(String(outgoing.getHeader('content-type') ?? '')) ? ['br', 'gzip'] : ['gzip']
}

function connect(
  compressor: Gzip | BrotliCompress,
  outgoing: ServerResponse,
  to: { write: (chunk: Uint8Array) => boolean; end: () => void },
): void {
  compressor.on('data', (chunk: Uint8Array) => {
    if (!to.write(chunk)) compressor.pause()
  })
  compressor.once('end', to.end)
  // Writers wait until the response accepts more.
  compressor.on('drain', () => outgoing.emit('drain'))
  outgoing.on('drain', () => compressor.resume())
  outgoing.once('close', () => compressor.destroy())
}
