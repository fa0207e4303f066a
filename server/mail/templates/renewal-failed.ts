import { formatUtc } from '@/server/text/format-utc'
import { compose } from '../compose'
import { formatDollars, formatNaira } from '../format-money'
import type { MailBody } from '../queue-mails'
import type { Reader } from './reader'

type Failed = Reader & {
  what: string
  priceMinor: bigint
  /** What the balance lacks; null where nobody asked to renew from it. */
  shortMicros: bigint | null
  /** When it expires. */
  graceEndsAt: Date
}

/** A period is over and the next one is not paid: the plan goes on for the days of grace. */
export function renewalFailed({
  name,
  businessName,
  url,
  what,
  priceMinor,
  shortMicros,
  graceEndsAt,
}: Failed): MailBody {
  const until = formatUtc(graceEndsAt, { seconds: false })
  const short = shortMicros === null ? '' : ` The USD balance lacks ${formatDollars(shortMicros)}.`
  return compose({
    kind: 'renewal-failed',
    subject: `${what} is past due`,
    to: name,
    paragraphs: [
      `The subscription of ${businessName} to ${what} could not be renewed.${short}`,
      `It goes on until ${until}. Unless it is paid by then it expires, and its calls are refused.`,
    ],
    facts: [
      ['Subscription', what],
      ['To pay', formatNaira(priceMinor)],
      ['Expires', until],
    ],
    link: { label: 'Pay now', url },
  })
}
