import { createHmac } from 'node:crypto'
import type { SignatureScheme } from '@/schemas/webhooks/contract'

/** The headers that authenticate the sender of a message. `timestamp`: unix seconds; `body`: exactly as it is sent. */
export type Sign = (
  keys: readonly Uint8Array[],
  message: { id: string; timestamp: number; body: string },
) => Record<string, string>

/**
 * Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `<id>.<unix seconds>.<body>`. With several keys (during a
 * rotation) one signature each, separated by blanks.
 */
export const signStandard: Sign = (keys, { id, timestamp, body }) => {
  const content = `${id}.${timestamp}.${body}`
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`)
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}

/**
 * Spec 6.2, decisions.md: `X-Indexer-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw
 * body>">`, with one `v1=` for each key during a rotation. The id is not signed here: the body carries the event's own.
 */
export const signIndexer: Sign = (keys, { id, timestamp, body }) => {
  const content = `${timestamp}.${body}`
  const signatures = keys.map((key) => `v1=${createHmac('sha256', key).update(content).digest('hex')}`)
  return { 'webhook-id': id, 'x-indexer-signature': [`t=${timestamp}`, ...signatures].join(',') }
}

export const SIGNERS: Record<SignatureScheme, Sign> = { standard: signStandard, indexer: signIndexer }

/** The signed moment (unix seconds) and the signatures of a delivery, from the headers that its signer made. */
export function signaturesOf(
  scheme: SignatureScheme,
  headers: Record<string, string>,
): { timestamp: number; signatures: string[] } {
  if (scheme === 'standard') {
    const { 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
    return { timestamp: Number(timestamp), signatures: signatures.split(' ') }
  }
  const [moment = '', ...signatures] = (headers['x-indexer-signature'] ?? '').split(',')
  return { timestamp: Number(moment.replace('t=', '')), signatures }
}
