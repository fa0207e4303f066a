import { createHmac } from 'node:crypto'
import type { Sign } from './signature'

/**
 * Spec 6.2, decisions.md: `X-Indexer-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw
 * body>">`, with one `v1=` for each key during a rotation. The id is not signed here: the body carries the event's own.
 */
export const signIndexer: Sign = (keys, { id, timestamp, body }) => {
  const content = `${timestamp}.${body}`
  const signatures = keys.map((key) => `v1=${createHmac('sha256', key).update(content).digest('hex')}`)
  return { 'webhook-id': id, 'x-indexer-signature': [`t=${timestamp}`, ...signatures].join(',') }
}
