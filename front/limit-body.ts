import { IncomingMessage } from 'node:http'

/** A length that is declared is believed: Node reads no byte beyond it. */
export function declaresMoreThan(incoming: IncomingMessage, maxBytes: number): boolean {
  return Number(incoming.headers['content-length'] ?? 0) > maxBytes
}

/**
 * The request as the jobs or the pages may have it, or null when its body is larger than they take. What reads bodies there reads
 * them whole, however large: a body of no declared length is read here up to the limit and handed on with its length.
 */
export async function limitBody(incoming: IncomingMessage, maxBytes: number): Promise<IncomingMessage | null> {
  if (declaresMoreThan(incoming, maxBytes)) return null
  if (incoming.headers['transfer-encoding'] === undefined) return incoming
  const body = await readUpTo(incoming, maxBytes)
  return body && withBody(incoming, body)
}

function readUpTo(incoming: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = []
    let size = 0
    const keep = (chunk: Uint8Array) => {
      size += chunk.length
      if (size <= maxBytes) return void chunks.push(chunk)
      incoming.off('data', keep)
      incoming.pause()
      resolve(null)
    }
    incoming.on('data', keep)
    incoming.once('end', () => resolve(Buffer.concat(chunks)))
    // The client is gone, with an error or without: nobody waits for an answer.
    incoming.once('error', () => resolve(null))
    incoming.once('close', () => resolve(null))
  })
}

/** The same request with its body at hand. */
function withBody(incoming: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders, headers } = incoming
  const whole = new IncomingMessage(incoming.socket)
  const { 'transfer-encoding': _, ...others } = headers
  Object.assign(whole, { method, url, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders, complete: true })
  whole.headers = { ...others, 'content-length': String(body.length) }
  whole.push(body)
  whole.push(null)
  return whole
}
