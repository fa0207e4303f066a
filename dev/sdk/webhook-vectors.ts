import { signIndexer, signStandard } from '@/server/webhooks/signature'

/** How a receiver holds a secret: the one that it sent with a request, or one that was shown to it. */
type VectorSecret = { kind: 'own' | 'shown'; text: string }

export type WebhookVector = {
  name: string
  scheme: 'standard' | 'indexer'
  secret: VectorSecret
  /** Unix seconds at which the receiver looks. */
  now: number
  headers: Record<string, string>
  body: string
  isValid: boolean
}

const NOW = 1_795_259_144
const ID = '019a6b3e-9d40-7e00-8a00-3b4c5d6e7f80'
const BODY = JSON.stringify({
  type: 'wallet.transfer.completed',
  timestamp: '2026-11-21T11:05:44.862Z',
  data: { amount: '1.25', name: 'Ōkà ✓' },
})
const EVENT = JSON.stringify({ id: '0xab:3', eventType: 'transfer', amount: '1250000', decoded: { text: 'Ōkà' } })

const shown: VectorSecret = { kind: 'shown', text: `whsec_${base64('thirty-two bytes of a secret key')}` }
const own: VectorSecret = { kind: 'own', text: 'a secret of the caller' }
const ownLikeShown: VectorSecret = { kind: 'own', text: `whsec_${base64('this is no key but the text is')}` }
const ownNoBase64: VectorSecret = { kind: 'own', text: 'whsec_ümläüt ✓ is raw' }
const signing: VectorSecret = { kind: 'shown', text: `whsec_${base64('a key of an event subscription..')}` }
const stranger: VectorSecret = { kind: 'shown', text: `whsec_${base64('somebody else signs with this one')}` }

/** Deliveries and whether a receiver must take them, for verifiers in every language. */
export function webhookVectors(): WebhookVector[] {
  const standard = (
    name: string,
    isValid: boolean,
    change: Partial<WebhookVector> & { by?: VectorSecret[]; age?: number } = {},
  ) => toVector({ name, scheme: 'standard', secret: shown, body: BODY, isValid, ...change })
  const indexer = (
    name: string,
    isValid: boolean,
    change: Partial<WebhookVector> & { by?: VectorSecret[]; age?: number } = {},
  ) => toVector({ name, scheme: 'indexer', secret: signing, body: EVENT, isValid, ...change })
  return [
    standard('the secret of the project', true),
    standard('a secret of a request', true, { secret: own }),
    standard('a secret of a request that begins with whsec_', true, { secret: ownLikeShown }),
    standard('a secret of a request that begins with whsec_ and is no base64', true, { secret: ownNoBase64 }),
    standard('during a rotation the newer key signs first', true, { by: [stranger, shown] }),
    standard('almost five minutes old', true, { age: 299 }),
    standard('an hour old', false, { age: 3_600 }),
    standard('an hour early', false, { age: -3_600 }),
    standard('another secret', false, { by: [stranger] }),
    standard('another body', false, { body: `${BODY} `, headers: headersOf('standard', [shown], BODY, 0) }),
    standard('no headers', false, { headers: {} }),
    standard('a timestamp that is none', false, {
      headers: { ...headersOf('standard', [shown], BODY, 0), 'webhook-timestamp': 'NaN' },
    }),
    standard('no signature after the version', false, {
      headers: { ...headersOf('standard', [shown], BODY, 0), 'webhook-signature': 'v1' },
    }),
    standard('an empty signature', false, {
      headers: { ...headersOf('standard', [shown], BODY, 0), 'webhook-signature': 'v1,' },
    }),
    indexer('a signing secret', true),
    indexer('during a rotation two keys sign', true, { by: [stranger, signing] }),
    indexer('an event, an hour old', false, { age: 3_600 }),
    indexer('an event, another secret', false, { by: [stranger] }),
    indexer('an event, another body', false, { body: `${EVENT} `, headers: headersOf('indexer', [signing], EVENT, 0) }),
    indexer('an event, no header', false, { headers: {} }),
    indexer('an event, no signature', false, { headers: { 'x-indexer-signature': `t=${NOW},v1=` } }),
    indexer('an event, a signature that is no hex', false, { headers: { 'x-indexer-signature': `t=${NOW},v1=zz` } }),
    ...['', ',', 't=', `t=${NOW}`, `t=${NOW},`, 'v1=00,t=1', 't=NaN,v1=00'].map((header) =>
      indexer(`an event, the header is "${header}"`, false, { headers: { 'x-indexer-signature': header } }),
    ),
    indexer('an event, no timestamp', false, { headers: { 'x-indexer-signature': 'v1=00' } }),
  ]
}

type Requested = Omit<WebhookVector, 'headers' | 'now'> & {
  headers?: Record<string, string>
  by?: VectorSecret[]
  age?: number
}

function toVector({ by, age = 0, headers, ...vector }: Requested): WebhookVector {
  const { name, scheme, secret, body, isValid } = vector
  return {
    name,
    scheme,
    secret,
    now: NOW,
    headers: headers ?? headersOf(scheme, by ?? [secret], body, age),
    body,
    isValid,
  }
}

function headersOf(
  scheme: WebhookVector['scheme'],
  by: VectorSecret[],
  body: string,
  age: number,
): Record<string, string> {
  const sign = scheme === 'standard' ? signStandard : signIndexer
  const keys = by.map(({ kind, text }) =>
    scheme === 'standard' && kind === 'shown' ? Buffer.from(text.slice(6), 'base64') : Buffer.from(text),
  )
  return sign(keys, { id: ID, timestamp: NOW - age, body })
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
