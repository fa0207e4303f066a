import { formatUtc } from '@/server/text/format-utc'
import { compose } from '../compose'
import { formatDollars } from '../format-money'
import type { MailBody } from '../queue-mails'
import { listed } from './listed'
import type { Bought, Reader } from './reader'

/** Why money did not pay for what it was sent for. `found`: nobody could tell whose it was until somebody looked. */
export type Happened = 'LATE' | 'DUPLICATE' | 'BASIS_CHANGED' | 'currency' | 'unpriced' | 'found'

type Exception = Reader & {
  happened: Happened
  /** What came, each as people write it. */
  received: readonly string[]
  /** In the balance, or in the hands of whoever runs the installation. */
  place: { kind: 'BALANCE'; micros: bigint } | { kind: 'WAITING' }
  /** What it was sent for, where that is known. */
  payment: (Bought & { paymentRef: string }) | null
  paidAt: Date
}

const REASONS: Record<Happened, string> = {
  LATE: 'It came after the time of its payment was over, when the price did not hold any more.',
  DUPLICATE: 'It came for a payment that was paid already.',
  BASIS_CHANGED: 'The plan it was priced on changed, or another payment took its place, before it came.',
  currency: 'It came in another currency than its account takes.',
  unpriced: 'Its payment was over when it came, and there is no rate of exchange now to credit it at.',
  found: 'It named no payment. It was looked into, and it is yours.',
}

/** Money came and did not do what it was sent for: what happened, and where it is. */
export function paymentException({ name, businessName, url, received, place, payment, ...came }: Exception): MailBody {
  const amount = listed(received, 'Several transfers')
  const where =
    place.kind === 'BALANCE'
      ? `It is not lost: ${formatDollars(place.micros)} were added to the USD balance of ${businessName}.`
      : 'It is not lost: it is kept until somebody at our side decides what becomes of it, and you will hear of that. Do not send it again.'
  return compose({
    kind: 'payment-exception',
    subject: place.kind === 'BALANCE' ? `${amount} went to the USD balance` : `${amount} came and waits`,
    to: name,
    paragraphs: [`${amount} came from ${businessName} and bought nothing. ${REASONS[came.happened]}`, where],
    facts: [
      ['Received', amount],
      ['Sent', formatUtc(came.paidAt, { seconds: false })],
      ...(place.kind === 'BALANCE' ? [['Added to the balance', formatDollars(place.micros)] as const] : []),
      ...(payment
        ? ([
            ['For', payment.what],
            ['Project', payment.projectName],
            ['Reference', payment.paymentRef],
          ] as const)
        : []),
    ],
    link: { label: payment ? 'See the payment' : 'See the balance', url },
  })
}
