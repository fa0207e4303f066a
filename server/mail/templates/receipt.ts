import { formatUtc } from '@/server/text/format-utc'
import { compose } from '../compose'
import { formatNaira } from '../format-money'
import type { MailBody } from '../queue-mails'
import type { Reader } from './reader'

type Receipt = Reader & {
  /** What was bought, as people read it: `Wallet, Growth` or `Balance top-up`. */
  what: string
  amountMinor: bigint
  paymentRef: string
  paidAt: Date
  /** Of a subscription. */
  period: { start: Date; end: Date } | null
}

/** Money came and did what it was for. */
export function receipt({ name, businessName, url, what, amountMinor, paymentRef, paidAt, period }: Receipt): MailBody {
  const amount = formatNaira(amountMinor)
  return compose({
    kind: 'receipt',
    subject: `Receipt: ${amount} for ${what}`,
    to: name,
    paragraphs: [`We received ${amount} from ${businessName}. Thank you.`],
    facts: [
      ['For', what],
      ['Amount', amount],
      ['Paid', formatUtc(paidAt, { seconds: false })],
      ...(period ? [['Period', periodText(period)] as const] : []),
      ['Reference', paymentRef],
    ],
    link: { label: 'See the payment', url },
  })
}

function periodText({ start, end }: { start: Date; end: Date }): string {
  return `${formatUtc(start, { seconds: false })} to ${formatUtc(end, { seconds: false })}`
}
