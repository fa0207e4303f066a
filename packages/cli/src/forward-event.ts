import { type StreamedEvent, signIndexerWebhook, signWebhook } from '@slipway/sdk'

type Forward = {
  url: string
  event: Pick<StreamedEvent, 'id' | 'body'>
  secret: string
  fetch: typeof fetch
  signal: AbortSignal
}

const TIMEOUT_MS = 10_000

/**
 * Posts an event as a delivery would: the same bytes, signed in both ways. Returns the status. Throws if nothing
 * answers.
 */
export async function forwardEvent({ url, event, secret, fetch, signal }: Forward): Promise<number> {
  const id = event.id.slice(event.id.indexOf('-') + 1)
  const signed = { id, timestamp: Math.floor(Date.now() / 1_000), body: event.body, secret }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Slipway-Webhooks/1',
    ...(await signIndexerWebhook(signed)),
    ...(await signWebhook(signed)),
  }
  const either = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  const response = await fetch(url, { method: 'POST', headers, body: event.body, redirect: 'manual', signal: either })
  await response.body?.cancel()
  return response.status
}
