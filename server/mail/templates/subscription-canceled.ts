import { compose } from '@/server/mail/compose'
import type { MailBody } from '@/server/mail/queue-mails'
import { formatUtc } from '@/server/text/format-utc'
import type { MailRecipient, PurchaseTexts } from './mail-recipient'

type Canceled = MailRecipient & PurchaseTexts & { endedAt: Date }

/** It was canceled before, and now the paid period is over. */
export function subscriptionCanceled({ name, businessName, url, purchase, projectName, endedAt }: Canceled): MailBody {
  return compose({
    kind: 'subscription-canceled',
    subject: `${purchase} has ended`,
    to: name,
    paragraphs: [
      `The subscription of ${businessName} to ${purchase} was canceled, and its last period has ended. API calls that need it are refused.`,
      'Nothing was charged and nothing was deleted. A new subscription continues where this one ended.',
    ],
    facts: [
      ['Subscription', purchase],
      ['Project', projectName],
      ['Ended', formatUtc(endedAt, { seconds: false })],
    ],
    link: { label: 'Choose a plan', url },
  })
}
