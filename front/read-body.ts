import { IncomingMessage } from 'node:http'
import { BODY_TIMEOUT_MS, BodyBrokenOff, BodyTooLarge, BodyTooSlow } from '@/server/api/api-request'

type Limits = { maxBytes: number; timeoutMs?: number }

/** A length that is declared is believed: Node reads no byte beyond it. */
export function declaresMoreThan(incoming: IncomingMessage, maxBytes: number): boolean {
  return Number(incoming.headers['content-length'] ?? 0) > maxBytes
}

/**
 * The whole body of a request. Throws BodyTooLarge, BodyTooSlow, and BodyBrokenOff where the client has disconnected.
 */
export function readBody(
  incoming: IncomingMessage,
  { maxBytes, timeoutMs = BODY_TIMEOUT_MS }: Limits,
): Promise<Buffer> {
  if (declaresMoreThan(incoming, maxBytes)) return Promise.reject(new BodyTooLarge())
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let size = 0
    const keep = (chunk: Uint8Array) => {
      size += chunk.length
      if (size <= maxBytes) return void chunks.push(chunk)
      stop(new BodyTooLarge())
    }
    const stop = (error: Error) => {
      clearTimeout(timer)
      incoming.off('data', keep)
      incoming.pause()
      reject(error)
    }
    const timer = setTimeout(() => stop(new BodyTooSlow()), timeoutMs)
    // Also called without an error.
    const breakOff = () => stop(new BodyBrokenOff())
    incoming.on('data', keep)
    incoming.once('end', () => {
      clearTimeout(timer)
      // Every request closes, and an error with its stack would be made of each.
      incoming.off('close', breakOff)
      resolve(Buffer.concat(chunks))
    })
    incoming.once('error', breakOff)
    incoming.once('close', breakOff)
  })
}

/**
 * The request with its whole body in memory, for the jobs and the pages, which read bodies without limits of size or
 * time. Throws as `readBody` does.
 */
export async function limitBody(incoming: IncomingMessage, limits: Limits): Promise<IncomingMessage> {
  const { 'transfer-encoding': coding, 'content-length': length = '0' } = incoming.headers
  if (coding === undefined && Number(length) === 0) return incoming
  return withBody(incoming, await readBody(incoming, limits))
}

/** Answers the request, whose body is in memory. */
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
