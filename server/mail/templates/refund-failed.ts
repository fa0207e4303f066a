import { compose } from '@/server/mail/compose'
import { formatNaira } from '@/server/mail/format-money'
import type { MailBody } from '@/server/mail/queue-mails'
import { formatUtc } from '@/server/text/format-utc'
import type { MailRecipient } from './mail-recipient'

type Refund = MailRecipient & {
  /** Null if it paid for nothing: it was credited to the balance when it arrived. */
  paymentRef: string | null
  refundRef: string
  amountMinor: bigint
  failedAt: Date
}

/** The refund failed: the money is where it was. */
export function refundFailed({ name, businessName, url, ...refund }: Refund): MailBody {
  const amount = formatNaira(refund.amountMinor)
  const { paymentRef } = refund
  return compose({
    kind: 'refund-failed',
    subject: `Refund of ${amount} did not go through`,
    to: name,
    paragraphs: [
      `${amount} of ${paymentRef === null ? 'money received for' : 'a payment of'} ${businessName} could not be refunded because the bank did not accept it.`,
      'The money is where it was before the refund. Nothing is lost, and you do not have to send anything again.',
    ],
    facts: [
      ['Amount', amount],
      ...(paymentRef === null ? [] : [['Payment', paymentRef] as const]),
      ['Refund', refund.refundRef],
      ['Failed', formatUtc(refund.failedAt, { seconds: false })],
    ],
    link: { label: paymentRef === null ? 'See the balance' : 'See the payment', url },
  })
}
