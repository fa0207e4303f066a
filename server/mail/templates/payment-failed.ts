import { compose } from '@/server/mail/compose'
import { formatDollars, formatNaira } from '@/server/mail/format-money'
import type { MailBody } from '@/server/mail/queue-mails'
import { formatUtc } from '@/server/text/format-utc'
import { listed } from './listed'
import type { MailRecipient, PurchaseTexts } from './mail-recipient'

type Failed = MailRecipient &
  PurchaseTexts & {
    paymentRef: string
    amountMinor: bigint
    /** All money that arrived in time, at the payment's rate. */
    receivedMinor: bigint
    received: readonly string[]
    creditedMicros: bigint
    endedAt: Date
  }

/** A part of the money arrived, and the time for the rest is over. */
export function paymentFailed({ name, businessName, url, purchase, projectName, ...payment }: Failed): MailBody {
  const [amountDue, received] = [formatNaira(payment.amountMinor), formatNaira(payment.receivedMinor)]
  return compose({
    kind: 'payment-failed',
    subject: `${purchase} was not paid in full`,
    to: name,
    paragraphs: [
      `${received} of ${amountDue} arrived for ${purchase} before the payment expired, so nothing was bought.`,
      `Nothing is lost: ${formatDollars(payment.creditedMicros)} was added to the USD balance of ${businessName}. To buy it, start a new payment.`,
    ],
    facts: [
      ['For', purchase],
      ['Project', projectName],
      ['Amount due', amountDue],
      ['Received', listed(payment.received, received)],
      ['Added to the balance', formatDollars(payment.creditedMicros)],
      ['Expired', formatUtc(payment.endedAt, { seconds: false })],
      ['Reference', payment.paymentRef],
    ],
    link: { label: 'See the payment', url },
  })
}
