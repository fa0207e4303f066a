import type { IncomingMessage, ServerResponse } from 'node:http'
import { PAGES_STATE_HEADER, type UnbuiltState, unbuiltPage } from './unbuilt-page'

const RETRY_AFTER_SECONDS: Record<UnbuiltState, string> = { building: '2', failed: '30' }
const MESSAGES: Record<UnbuiltState, string> = {
  building: 'The portal is being built. Please try again shortly.',
  failed: 'The portal could not be built.',
}

/**
 * Answers 503 for a page that is not built: a browser gets a page that says so, everything else the envelope of the
 * API.
 */
export function answerUnbuilt(incoming: IncomingMessage, outgoing: ServerResponse, state: UnbuiltState): void {
  const isHtml = incoming.headers.accept?.includes('text/html') ?? false
  const nonce = incoming.headers['x-nonce']?.toString() ?? ''
  const body = isHtml ? unbuiltPage(state, nonce) : JSON.stringify({ status: false, message: MESSAGES[state] })
  outgoing.writeHead(503, {
    'content-type': isHtml ? 'text/html; charset=utf-8' : 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'retry-after': RETRY_AFTER_SECONDS[state],
    [PAGES_STATE_HEADER]: state,
  })
  outgoing.end(incoming.method === 'HEAD' ? undefined : body)
  // Nobody reads the body of a form that is sent meanwhile.
  incoming.resume()
}
