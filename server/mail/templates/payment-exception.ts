import { compose } from '@/server/mail/compose'
import { formatDollars } from '@/server/mail/format-money'
import type { MailBody } from '@/server/mail/queue-mails'
import { formatUtc } from '@/server/text/format-utc'
import { listed } from './listed'
import type { MailRecipient, PurchaseTexts } from './mail-recipient'

/** The reason why money did not settle its payment. `found`: its owner was unknown until an operator found it. */
export type ExceptionCause = 'LATE' | 'DUPLICATE' | 'BASIS_CHANGED' | 'currency' | 'unpriced' | 'found'

type Exception = MailRecipient & {
  happened: ExceptionCause
  /** The received amounts as readable text. */
  received: readonly string[]
  /** The location of the money: in the balance, or with the operators of the installation. */
  place: { kind: 'BALANCE'; micros: bigint } | { kind: 'WAITING' }
  /** The payment that the money was sent for, if it is known. */
  payment: (PurchaseTexts & { paymentRef: string }) | null
  paidAt: Date
}

const REASONS: Record<ExceptionCause, string> = {
  LATE: 'It arrived after the payment and its price had expired.',
  DUPLICATE: 'It arrived for a payment that was already complete.',
  BASIS_CHANGED: 'The plan changed, or another payment replaced this one, before it arrived.',
  currency: 'It arrived in a currency that the account does not accept.',
  unpriced: 'The payment had expired when it arrived, and no exchange rate is available to credit it.',
  found: 'It did not match a payment. We reviewed it and matched it to your business.',
}

/** An email about received money that did not settle its payment: the reason, and the location of the money. */
export function paymentException({
  name,
  businessName,
  url,
  received,
  place,
  payment,
  ...details
}: Exception): MailBody {
  const amount = listed(received, 'Several transfers')
  const where =
    place.kind === 'BALANCE'
      ? `Nothing is lost. ${formatDollars(place.micros)} was added to the USD balance of ${businessName}.`
      : 'Nothing is lost. We hold the money until we have reviewed it, and notify you of the result. Do not send it again.'
  return compose({
    kind: 'payment-exception',
    subject: place.kind === 'BALANCE' ? `${amount} was credited to the USD balance` : `${amount} is under review`,
    to: name,
    paragraphs: [
      `${amount} was received from ${businessName} but did not pay for anything. ${REASONS[details.happened]}`,
      where,
    ],
    facts: [
      ['Received', amount],
      ['Sent', formatUtc(details.paidAt, { seconds: false })],
      ...(place.kind === 'BALANCE' ? [['Added to the balance', formatDollars(place.micros)] as const] : []),
      ...(payment
        ? ([
            ['For', payment.purchase],
            ['Project', payment.projectName],
            ['Reference', payment.paymentRef],
          ] as const)
        : []),
    ],
    link: { label: payment ? 'See the payment' : 'See the balance', url },
  })
}
