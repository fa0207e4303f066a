import { WebhookVerificationError } from './errors'
import type { IndexerEvent, WebhookData } from './generated/types'

/** A webhook: what happened, when (ISO 8601) and to what. */
export type WebhookEvent = {
  [Kind in keyof WebhookData]: { type: Kind; timestamp: string; data: WebhookData[Kind] }
}[keyof WebhookData]

/**
 * The secret of the project or of a webhook endpoint, which begins with `whsec_`; or, as `raw`, the `webhookSecret`
 * that you sent with a request. Their beginning does not distinguish them: yours may begin with `whsec_` too.
 */
export type WebhookSecret = string | { raw: string }

export type SignedRequest = {
  /** Exactly as it came, before any JSON parser. */
  body: string | Uint8Array | ArrayBuffer
  headers: Headers | Record<string, string | readonly string[] | undefined>
}

type Tolerance = {
  /** The maximum age of a signature in seconds, in the past and in the future. The default is 300. */
  toleranceSeconds?: number
  /** Epoch milliseconds; the clock unless given. */
  now?: number
}

const TOLERANCE_SECONDS = 300
const MIN_KEY_BYTES = 16
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The request to a destination, and the secrets that it knows. With several secrets, any of them may have signed. */
type Verified<Secret> = SignedRequest & Tolerance & { secret: Secret | readonly Secret[] }

/**
 * The event of a webhook, once its signature is found valid: the headers `webhook-id`, `webhook-timestamp` and
 * `webhook-signature`. Pass the project's secret together with your own, because a delivery after a restart is signed
 * with the project's. Throws WebhookVerificationError, and TypeError for an invalid secret.
 */
export async function verifyWebhook({ secret, ...request }: Verified<WebhookSecret>): Promise<WebhookEvent> {
  const { headers } = request
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature').split(' ')
  const event = await verify(request, {
    keys: listOf(secret).map(keyOf),
    timestamp,
    head: `${headerOf(headers, 'webhook-id')}.${timestamp}.`,
    given: signatures.flatMap((text) => (text.startsWith('v1,') ? fromBase64(text.slice(3)) : [])),
  })
  // A body with a valid signature comes from the platform, and has the documented form.
  return event as WebhookEvent
}

/**
 * The event of an event subscription, once its header `X-Indexer-Signature` is found valid. The secret is the
 * subscription's `signingSecret`, whole: its beginning is a part of the key. Throws as `verifyWebhook` does.
 */
export async function verifyIndexerWebhook({ secret, ...request }: Verified<string>): Promise<IndexerEvent> {
  const parts = headerOf(request.headers, 'x-indexer-signature').split(',')
  const timestamp = parts.find((part) => part.startsWith('t='))?.slice(2) ?? ''
  const event = await verify(request, {
    keys: listOf(secret).map((text) => keyOf({ raw: text })),
    timestamp,
    head: `${timestamp}.`,
    given: parts.flatMap((part) => (part.startsWith('v1=') ? fromHex(part.slice(3)) : [])),
  })
  return event as IndexerEvent
}

/** The headers with which a webhook is sent, to test your own destination. `timestamp`: unix seconds. */
export async function signWebhook({
  id,
  timestamp,
  body,
  secret,
}: {
  id: string
  timestamp: number
  body: string
  secret: WebhookSecret
}): Promise<Record<string, string>> {
  const signature = await sign(keyOf(secret), joined(`${id}.${timestamp}.`, bytesOf(body)))
  const text = btoa(String.fromCharCode(...signature))
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${text}` }
}

/** Verifies the webhook of an event subscription. */
export async function signIndexerWebhook({
  id,
  timestamp,
  body,
  secret,
}: {
  id: string
  timestamp: number
  body: string
  secret: string
}): Promise<Record<string, string>> {
  const signature = await sign(keyOf({ raw: secret }), joined(`${timestamp}.`, bytesOf(body)))
  const text = [...signature].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return { 'webhook-id': id, 'x-indexer-signature': `t=${timestamp},v1=${text}` }
}

function keyOf(secret: WebhookSecret): Uint8Array<ArrayBuffer> {
  const key = typeof secret === 'string' ? decoded(secret) : new TextEncoder().encode(secret.raw)
  if (key.length < MIN_KEY_BYTES) throw new TypeError('The webhook secret is too short')
  return key
}

function decoded(secret: string): Uint8Array<ArrayBuffer> {
  if (!secret.startsWith('whsec_'))
    throw new TypeError('The secret does not begin with whsec_: pass a webhookSecret of your own as { raw: secret }')
  const [key] = fromBase64(secret.slice('whsec_'.length))
  if (!key) throw new TypeError('The secret is not base64 after whsec_')
  return key
}

function requireRecent(timestamp: string, { now = Date.now(), toleranceSeconds = TOLERANCE_SECONDS }: Tolerance): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('The webhook has no valid timestamp')
  if (Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('The webhook is too old, or a clock is wrong')
}

type Signature = {
  keys: readonly Uint8Array<ArrayBuffer>[]
  timestamp: string
  /** The text that is signed before the body. */
  head: string
  given: readonly Uint8Array<ArrayBuffer>[]
}

/** The parsed body, once one of the keys made one of the given signatures. */
async function verify({ body, ...tolerance }: SignedRequest & Tolerance, signature: Signature): Promise<unknown> {
  const bytes = bytesOf(body)
  requireRecent(signature.timestamp, tolerance)
  const content = joined(signature.head, bytes)
  for (const key of signature.keys) {
    const verifier = await importKey(key, 'verify')
    // Compares in constant time.
    for (const given of signature.given)
      if (await crypto.subtle.verify('HMAC', verifier, given, content))
        return JSON.parse(new TextDecoder().decode(bytes))
  }
  throw new WebhookVerificationError('The signature is not valid: another secret, or another body')
}

async function sign(key: Uint8Array<ArrayBuffer>, content: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', await importKey(key, 'sign'), content))
}

function importKey(key: Uint8Array<ArrayBuffer>, use: 'sign' | 'verify'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

function headerOf(headers: SignedRequest['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : (value?.join(',') ?? '')
}

function bytesOf(body: SignedRequest['body']): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError('body is a parsed object: pass the raw body, because its exact bytes are signed')
}

function joined(head: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const first = new TextEncoder().encode(head)
  const all = new Uint8Array(first.length + bytes.length)
  all.set(first)
  all.set(bytes, first.length)
  return all
}

/** The bytes, or none if the text is not exactly base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer>[] {
  return BASE64.test(text) ? [Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))] : []
}

function fromHex(text: string): Uint8Array<ArrayBuffer>[] {
  const pairs = /^(?:[0-9a-f]{2})+$/i.test(text) ? (text.match(/../g) ?? []) : null
  return pairs ? [Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))] : []
}

function listOf<One>(one: One | readonly One[]): readonly One[] {
  return Array.isArray(one) ? one : [one as One]
}
