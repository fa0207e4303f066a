import { IncomingMessage } from 'node:http'
import { readBody } from './read-body'

type Limits = { maxBytes: number; timeoutMs?: number }

/**
 * The request as the jobs or the pages may have it, its body at hand: what reads bodies there reads them whole, however
 * large and however long that takes. Throws as `readBody` does.
 */
export async function limitBody(incoming: IncomingMessage, limits: Limits): Promise<IncomingMessage> {
  const { 'transfer-encoding': coding, 'content-length': length = '0' } = incoming.headers
  if (coding === undefined && Number(length) === 0) return incoming
  return withBody(incoming, await readBody(incoming, limits))
}

/** Answers the request with its body at hand. */
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
