import { z } from 'zod'
import { depositView } from '@/schemas/deposits/contract'
import { eventPayload } from '@/schemas/indexer/catalog/contract'
import { paymentView } from '@/schemas/payments/contract'
import { subscriptionView } from '@/schemas/subscriptions/contract'
import { sweepStoppedView } from '@/schemas/sweeps/contract'
import { tokenView } from '@/schemas/tokens/contract'
import { operationView } from '@/schemas/tokens/operations/contract'
import { couponEventView } from '@/schemas/tokens/payouts/contract'
import { transactionView } from '@/schemas/transactions/contract'
import { type ProjectEventKind, TEST_EVENT } from '@/schemas/webhooks/words'
import { field } from '@/server/text/field'
import { eventExample, eventTime } from './examples'
import type { Json, schemaWriter } from './schemas'

const headersOf = (kind: string): readonly Header[] => [
  [
    'webhook-id',
    'The same for every attempt. Ignore an id that you have processed.',
    '019a6b3e-9d40-7e00-8a00-3b4c5d6e7f80',
  ],
  [
    'webhook-timestamp',
    'The time of the attempt in Unix seconds. Refuse an attempt that is minutes old.',
    secondsOf(eventTime(kind)),
  ],
  [
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`; during a rotation several, separated by blanks.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
]

function secondsOf(time: string): string {
  return String(Math.floor(Date.parse(time) / 1_000))
}

const SUMMARIES: Record<ProjectEventKind | typeof TEST_EVENT, string> = {
  'wallet.transfer.completed': 'A transfer is COMPLETED',
  'wallet.transfer.failed': 'A transfer has FAILED',
  'wallet.sign.completed': 'A signed transaction is COMPLETED',
  'wallet.sign.failed': 'A signed transaction has FAILED',
  'wallet.sweep.completed': 'A sweep of one of your rules is COMPLETED',
  'wallet.sweep.failed': 'A sweep of one of your rules has FAILED; it is tried again',
  'wallet.sweep.stopped': 'A wallet is held after four consecutive failures, or its rule was stopped',
  'wallet.deposit.confirmed': 'Money that arrived in a wallet is confirmed',
  'wallet.deposit.reverted': 'Confirmed money was removed: a reorg went deeper than the finality rule of the chain',
  'wallet.deposit.screened': 'Money that arrived in a wallet is confirmed, and came from a blocked address',
  'wallet.deposit.cleared': 'A deposit from a blocked address was cleared',
  'payment.settled': 'A payment is SUCCESS: its purchase is active',
  'payment.failed': 'A payment has FAILED: it was not paid in full in time',
  'payment.refunded': 'Money of a payment was returned to its payer',
  'payment.exception': 'Received money does not match its payment, which lists it in `exceptions`',
  'subscription.activated': 'A subscription is ACTIVE',
  'subscription.renewed': 'One more period of a subscription is paid',
  'subscription.past_due': 'A subscription is past its end and was not renewed; its grants stay for 7 days',
  'subscription.expired': 'A subscription has ended without a renewal',
  'subscription.canceled': 'A subscription has ended: it was canceled or replaced',
  'token.deployed': 'A token is ACTIVE: its contract is final',
  'token.failed': 'A token or an operation of one has FAILED: `data` is its operation',
  'token.minted': 'A mint is COMPLETED; each line of a batch has its outcome',
  'token.burned': 'A burn is COMPLETED',
  'token.transferred': 'A transfer of a token is COMPLETED',
  'token.paused': 'A token is paused',
  'token.unpaused': 'A token is unpaused',
  'token.called': 'The principal of a token is paid back',
  'token.coupon.recorded': 'The holders and amounts of a coupon are fixed',
  'token.coupon.funded': 'A coupon is funded: its money is in the contract',
  'token.coupon.paid': 'A coupon is paid to every holder',
  'token.coupon.defaulted': 'A coupon was not funded by the end of its grace',
  [TEST_EVENT]: 'A person tests the destination in the portal',
}

const EVENT_HEADERS = [
  [
    'webhook-id',
    'The same for every attempt. The `id` of the event is in the body.',
    '019a6b3e-9d40-7e00-8a00-3b4c5d6e7f80',
  ],
  [
    'X-Indexer-Signature',
    '`t=` unix seconds of the attempt, then `v1=` and the hex HMAC-SHA256 of `<t>.<raw body>` under the signing secret as it was shown; during a rotation a second `v1=`.',
    't=1795259144,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  ],
] as const

/** The webhooks that we send: Standard Webhooks to a `webhookUrl`, and its events to a subscription. */
export function webhookSection({ write }: ReturnType<typeof schemaWriter>): Json {
  const outcomes = Object.fromEntries(
    Object.entries(SUMMARIES).map(([kind, summary]) => {
      const schema = write(payloadOf(kind), 'output')
      const description =
        'Sent to the `webhookUrl` of a request and to the webhook endpoints of the project. Signed as Standard Webhooks: with your `webhookSecret` as raw bytes or the secret of the project; to an endpoint with its own secret. Any response other than a 2xx within 10 seconds is retried.'
      return [
        kind,
        { post: toOperation({ kind, summary, description, schema, tag: 'Webhooks', headers: headersOf(kind) }) },
      ]
    }),
  )
  const event = toOperation({
    kind: 'indexer.event',
    summary: 'An event of a contract you subscribe to',
    description:
      'Delivered at least once, in the order of the chain unless a delivery is retried: ignore an `id` you know. With `status` reverted, a reorg below the finality rule removed the event. Any response but a 2xx within 10 seconds is retried.',
    schema: write(eventPayload, 'output'),
    tag: 'Blockchain events',
    headers: EVENT_HEADERS,
  })
  return { ...outcomes, 'indexer.event': { post: event } }
}

function payloadOf(kind: string): z.ZodType {
  const timestamp = eventTime(kind)
  const data = dataOf(kind)
  const example = eventExample(kind, data)
  const payload = z.object({
    type: field(z.literal(kind), 'What happened.', kind),
    timestamp: field(z.iso.datetime(), 'The time at which it happened.', timestamp),
    data,
  })
  return example ? payload.meta({ examples: [{ type: kind, timestamp, data: example }] }) : payload
}

function dataOf(kind: string): z.ZodType {
  if (kind.startsWith('wallet.deposit.')) return depositView
  if (kind === 'wallet.sweep.stopped') return sweepStoppedView
  if (kind.startsWith('payment.')) return paymentView
  if (kind.startsWith('subscription.')) return subscriptionView
  if (kind === 'token.deployed') return tokenView
  if (kind.startsWith('token.coupon.')) return couponEventView
  if (kind.startsWith('token.')) return operationView
  if (kind !== TEST_EVENT) return transactionView
  const projectId = field(z.string(), 'The project of the test event.', '019a6b3e-0b00-7a10-9c00-0a1b2c3d4e5f')
  return z.object({ projectId }).describe('About the test.')
}

type Header = readonly [name: string, description: string, example: string]
type WebhookDescription = {
  kind: string
  summary: string
  description: string
  schema: Json
  tag: string
  headers: readonly Header[]
}

function toOperation({ kind, summary, description, schema, tag, headers }: WebhookDescription): Json {
  return {
    operationId: kind.replaceAll(/\.(\w)/g, (_all, letter: string) => letter.toUpperCase()),
    summary,
    description,
    tags: [tag],
    security: [],
    parameters: headers.map(([name, description, example]) => ({
      name,
      in: 'header',
      required: true,
      description,
      example,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'The event was received: it is not sent again.' },
      '410': { description: 'The destination no longer exists: the event is not sent again.' },
    },
  }
}
