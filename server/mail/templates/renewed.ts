import { compose } from '@/server/mail/compose'
import { formatDollars, formatNaira } from '@/server/mail/format-money'
import type { MailBody } from '@/server/mail/queue-mails'
import { formatUtc } from '@/server/text/format-utc'
import type { MailRecipient, PurchaseTexts } from './mail-recipient'

type Renewed = MailRecipient &
  PurchaseTexts & { priceMinor: bigint; chargedMicros: bigint; paymentRef: string; renewedAt: Date; paidUntil: Date }

/** The balance paid the next period. */
export function renewed({ name, businessName, url, purchase, projectName, ...renewal }: Renewed): MailBody {
  const until = formatUtc(renewal.paidUntil, { seconds: false })
  const charged = formatDollars(renewal.chargedMicros)
  return compose({
    kind: 'renewed',
    subject: `Receipt: ${purchase} was renewed for ${charged}`,
    to: name,
    paragraphs: [
      `The subscription of ${businessName} to ${purchase} was renewed from the USD balance. No action is needed.`,
    ],
    facts: [
      ['Subscription', purchase],
      ['Project', projectName],
      ['Price', formatNaira(renewal.priceMinor)],
      ['Charged to the balance', charged],
      ['Renewed', formatUtc(renewal.renewedAt, { seconds: false })],
      ['Paid until', until],
      ['Reference', renewal.paymentRef],
    ],
    link: { label: 'See the payment', url },
  })
}
