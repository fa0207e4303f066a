import { formatUtc } from '@/server/text/format-utc'
import { compose } from '../compose'
import { formatNaira } from '../format-money'
import type { MailBody } from '../queue-mails'
import type { Reader } from './reader'

/** Days before its end on which a subscription's owners hear of it. */
export const REMINDER_DAYS = [7, 3, 1] as const

type Reminder = Reader & {
  what: string
  daysLeft: (typeof REMINDER_DAYS)[number]
  endsAt: Date
  priceMinor: bigint
  /** It is renewed from the balance, where that holds enough. */
  autoRenew: boolean
}

/** A period ends soon. */
export function renewalReminder(reminder: Reminder): MailBody {
  const { name, businessName, url, what, daysLeft, endsAt, priceMinor, autoRenew } = reminder
  const days = daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`
  return compose({
    kind: 'renewal-reminder',
    subject: `${what} ends ${days}`,
    to: name,
    paragraphs: [
      `The subscription of ${businessName} to ${what} ends ${days}.`,
      autoRenew
        ? 'It is then renewed from the USD balance, if that holds enough. Otherwise it can be paid for seven days more.'
        : 'It renews only if you pay for it. After its end it can be paid for seven days more, then it expires.',
    ],
    facts: [
      ['Subscription', what],
      ['Ends', formatUtc(endsAt, { seconds: false })],
      ['Next period', formatNaira(priceMinor)],
    ],
    link: { label: autoRenew ? 'See the plan' : 'Renew', url },
  })
}
