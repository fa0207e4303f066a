import { compose } from '@/server/mail/compose'
import type { MailBody } from '@/server/mail/queue-mails'
import { formatUtc } from '@/server/text/format-utc'
import type { MailRecipient, PurchaseTexts } from './mail-recipient'

type Expired = MailRecipient & PurchaseTexts & { expiredAt: Date }

/** The days of grace are over. */
export function subscriptionExpired({ name, businessName, url, purchase, projectName, expiredAt }: Expired): MailBody {
  return compose({
    kind: 'subscription-expired',
    subject: `${purchase} has expired`,
    to: name,
    paragraphs: [
      `The subscription of ${businessName} to ${purchase} has expired. API calls that need it are refused.`,
      'Nothing was deleted. A new subscription continues where this one ended.',
    ],
    facts: [
      ['Subscription', purchase],
      ['Project', projectName],
      ['Expired', formatUtc(expiredAt, { seconds: false })],
    ],
    link: { label: 'Choose a plan', url },
  })
}
