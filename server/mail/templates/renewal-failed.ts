import { compose } from '@/server/mail/compose'
import { formatDollars, formatNaira } from '@/server/mail/format-money'
import type { MailBody } from '@/server/mail/queue-mails'
import { formatUtc } from '@/server/text/format-utc'
import type { MailRecipient, PurchaseTexts } from './mail-recipient'
import type { RenewalOutlook } from './renewal-outlook'

/** `graceEndsAt`: when it expires. */
type Failed = MailRecipient & PurchaseTexts & { outlook: RenewalOutlook; graceEndsAt: Date }

/** A period is over and the next one is not paid: the plan continues for the days of grace. */
export function renewalFailed({
  name,
  businessName,
  url,
  purchase,
  projectName,
  outlook,
  graceEndsAt,
}: Failed): MailBody {
  const until = formatUtc(graceEndsAt, { seconds: false })
  const short = outlook.kind === 'short' ? ` The USD balance lacks ${formatDollars(outlook.shortMicros)}.` : ''
  const unsold = outlook.kind === 'unsold' ? ' The plan is no longer sold.' : ''
  const remedy = outlook.kind === 'unsold' ? 'Unless you choose another plan by then' : 'Unless you pay by then'
  return compose({
    kind: 'renewal-failed',
    subject: `${purchase} is past due`,
    to: name,
    paragraphs: [
      `The subscription of ${businessName} to ${purchase} could not be renewed.${short}${unsold}`,
      `It stays active until ${until}. ${remedy} it expires, and its API calls are refused.`,
    ],
    facts: [
      ['Subscription', purchase],
      ['Project', projectName],
      ...('priceMinor' in outlook ? [['To pay', formatNaira(outlook.priceMinor)] as const] : []),
      ['Expires', until],
    ],
    link: { label: outlook.kind === 'unsold' ? 'Choose a plan' : 'Pay now', url },
  })
}
