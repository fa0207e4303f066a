import { createHmac } from 'node:crypto'

/**
 * Standard Webhooks signature: `v1,` and the base64 HMAC-SHA256 of `<id>.<unix seconds>.<body>`.
 * With several keys (during a rotation) one signature each, separated by blanks.
 */
export function signWebhook(
  keys: readonly Uint8Array[],
  message: { id: string; timestamp: number; body: string },
): string {
  const content = `${message.id}.${message.timestamp}.${message.body}`
  return keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`).join(' ')
}
