import { compose } from '@/server/mail/compose'
import { formatDollars, formatNaira } from '@/server/mail/format-money'
import type { MailBody } from '@/server/mail/queue-mails'
import { formatUtc } from '@/server/text/format-utc'
import type { MailRecipient } from './mail-recipient'

type Refund = MailRecipient & {
  /** Null if it paid for nothing: it was credited to the balance when it arrived. */
  paymentRef: string | null
  refundRef: string
  /** In kobo if it was returned to the payer, in micro-dollars if it was credited to the balance. */
  to: { kind: 'PROVIDER'; amountMinor: bigint } | { kind: 'BALANCE'; amountMicros: bigint }
  doneAt: Date
}

/** The money was refunded. */
export function refundDone({ name, businessName, url, paymentRef, refundRef, to, doneAt }: Refund): MailBody {
  const [amount, where] =
    to.kind === 'PROVIDER'
      ? [formatNaira(to.amountMinor), 'It was sent to the account it came from. Banks may take a few days to show it.']
      : [formatDollars(to.amountMicros), 'It was added to the USD balance.']
  return compose({
    kind: 'refund-done',
    subject: `Refund: ${amount}`,
    to: name,
    paragraphs: [
      `${amount} of ${paymentRef === null ? 'money received for' : 'a payment of'} ${businessName} was refunded.`,
      where,
    ],
    facts: [
      ['Amount', amount],
      ...(paymentRef === null ? [] : [['Payment', paymentRef] as const]),
      ['Refund', refundRef],
      ['Done', formatUtc(doneAt, { seconds: false })],
    ],
    link: { label: paymentRef === null ? 'See the balance' : 'See the payment', url },
  })
}
