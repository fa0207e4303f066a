import { compose } from '@/server/mail/compose'
import { formatDollars, formatNaira } from '@/server/mail/format-money'
import type { MailBody } from '@/server/mail/queue-mails'
import { formatUtc } from '@/server/text/format-utc'
import type { MailRecipient, PurchaseTexts } from './mail-recipient'
import type { RenewalOutlook } from './renewal-outlook'

/** The days before its end on which a subscription's owners are reminded. */
export const REMINDER_DAYS = [7, 3, 1] as const

type Reminder = MailRecipient &
  PurchaseTexts & { daysLeft: (typeof REMINDER_DAYS)[number]; endsAt: Date; outlook: RenewalOutlook }

const LINK_LABELS = {
  covered: 'See the plan',
  short: 'Pay for the next period',
  unpriced: 'Pay for the next period',
  unsold: 'Choose a plan',
} satisfies Record<RenewalOutlook['kind'], string>

/** A period ends soon. */
export function renewalReminder(reminder: Reminder): MailBody {
  const { name, businessName, url, purchase, projectName, daysLeft, endsAt, outlook } = reminder
  const days = daysLeft === 1 ? 'within a day' : `within ${daysLeft} days`
  return compose({
    kind: 'renewal-reminder',
    subject: `${purchase} ${outlook.kind === 'covered' ? 'renews' : 'ends'} ${days}`,
    to: name,
    paragraphs: [`The current period of ${businessName} on ${purchase} ends ${days}.`, adviceOf(outlook)],
    facts: [
      ['Subscription', purchase],
      ['Project', projectName],
      ['Ends', formatUtc(endsAt, { seconds: false })],
      ...('priceMinor' in outlook ? [['Next period', formatNaira(outlook.priceMinor)] as const] : []),
      ...('chargeMicros' in outlook ? [['From the balance', formatDollars(outlook.chargeMicros)] as const] : []),
    ],
    link: { label: LINK_LABELS[outlook.kind], url },
  })
}

function adviceOf(outlook: RenewalOutlook): string {
  const late = 'Otherwise you can still pay for seven days after its end. Then it expires.'
  switch (outlook.kind) {
    case 'covered':
      return 'It renews automatically from the USD balance, which is sufficient today. No action is needed.'
    case 'short':
      return `The USD balance lacks ${formatDollars(outlook.shortMicros)} to renew it. Top up the balance, or pay for the next period now. ${late}`
    case 'unpriced':
      return `No exchange rate is available to check whether the USD balance covers it. Check the balance, or pay for the next period now. ${late}`
    case 'unsold':
      return 'This plan is no longer sold and cannot be renewed. Choose another plan before it ends.'
    default:
      return outlook satisfies never
  }
}
