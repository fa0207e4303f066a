import { compose } from '@/server/mail/compose'
import { formatDollars, formatNaira } from '@/server/mail/format-money'
import type { MailBody } from '@/server/mail/queue-mails'
import { formatUtc } from '@/server/text/format-utc'
import { listed } from './listed'
import type { MailRecipient, PurchaseTexts } from './mail-recipient'

type Receipt = MailRecipient &
  PurchaseTexts & {
    amountMinor: bigint
    /** The received amounts as readable text: naira, or a token. */
    received: readonly string[]
    paymentRef: string
    paidAt: Date
    /** The end of the last paid period, for a subscription. */
    paidUntil: Date | null
    /** The credited amount, for a top-up. */
    addedMicros: bigint | null
    /** The amount beyond the price, and the credit for it; null if there is none. */
    surplus: { minor: bigint; micros: bigint } | null
  }

/** An email about received money that paid for its payment. */
export function receipt({ name, businessName, url, purchase, projectName, surplus, ...paid }: Receipt): MailBody {
  const amount = formatNaira(paid.amountMinor)
  const more = surplus
    ? [
        `That is ${formatNaira(surplus.minor)} more than the amount due. ${formatDollars(surplus.micros)} was added to the USD balance.`,
      ]
    : []
  return compose({
    kind: 'receipt',
    subject: `Receipt: ${amount} for ${purchase}`,
    to: name,
    paragraphs: [`We received ${listed(paid.received, amount)} from ${businessName}. Thank you.`, ...more],
    facts: [
      ['For', purchase],
      ['Project', projectName],
      ['Amount', amount],
      ['Paid', formatUtc(paid.paidAt, { seconds: false })],
      ...(paid.addedMicros === null ? [] : [['Added to the balance', formatDollars(paid.addedMicros)] as const]),
      ...(paid.paidUntil ? [['Paid until', formatUtc(paid.paidUntil, { seconds: false })] as const] : []),
      ['Reference', paid.paymentRef],
    ],
    link: { label: 'See the payment', url },
  })
}
