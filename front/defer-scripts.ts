import type { IncomingMessage, ServerResponse } from 'node:http'
import { withDeferredScripts } from './deferred-scripts'

/** Pages of the docs are texts: most readers use none of their controls. Those of operators are not among them. */
const TEXT_PAGE = /^\/docs(?:\/errors|\/(?:guides|api|events)\/[^/]+)?\/?$/

/**
 * Removes the scripts from a page of the docs, which are two thirds of its bytes. A browser loads them when a reader
 * comes near a control. Hosts that run Next alone send them at once.
 */
export function deferScripts(incoming: IncomingMessage, outgoing: ServerResponse, path: string): void {
  if (!TEXT_PAGE.test(path)) return
  const { write, end } = outgoing
  const nonce = incoming.headers['x-nonce']?.toString() ?? ''
  const parts: Buffer[] = []
  const isHtml = () => /^text\/html/.test(String(outgoing.getHeader('content-type') ?? ''))
  const keep = (body: unknown) => {
    if (typeof body === 'string' || body instanceof Uint8Array) parts.push(Buffer.from(body))
  }
  outgoing.write = (...args: unknown[]) => {
    if (!isHtml()) return Reflect.apply(write, outgoing, args)
    keep(args[0])
    for (const done of args) if (typeof done === 'function') done()
    return true
  }
  outgoing.end = (...args: unknown[]) => {
    if (!isHtml()) return Reflect.apply(end, outgoing, args)
    keep(args[0])
    if (!outgoing.headersSent) outgoing.removeHeader('content-length')
    const page = withDeferredScripts(Buffer.concat(parts).toString(), nonce)
    return Reflect.apply(end, outgoing, [page, ...args.filter((one) => typeof one === 'function')])
  }
}
