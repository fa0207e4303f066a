import { createHmac } from 'node:crypto'
import type { Sign } from './signature'

/**
 * Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `<id>.<unix seconds>.<body>`. With several keys (during a
 * rotation) one signature each, separated by blanks.
 */
export const signStandard: Sign = (keys, { id, timestamp, body }) => {
  const content = `${id}.${timestamp}.${body}`
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`)
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}
