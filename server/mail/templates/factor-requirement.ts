import { compose } from '@/server/mail/compose'
import type { MailBody } from '@/server/mail/queue-mails'
import { formatUtc } from '@/server/text/format-utc'

type Change = { name: string; businessName: string; changedBy: string; isRequired: boolean; url: string; at: Date }

/** To a member without a second factor whose business now requires one, or to an owner if it no longer does. */
export function factorRequirement({ name, businessName, changedBy, isRequired, url, at }: Change): MailBody {
  return compose({
    kind: 'second-factor',
    subject: isRequired
      ? `${businessName} now requires a second factor`
      : `${businessName} no longer requires a second factor`,
    to: name,
    paragraphs: [
      isRequired
        ? 'You have no second factor yet. Add an authenticator app or a passkey to continue in Slipway.'
        : 'Its members may sign in with a password alone again. Second factors that they have keep working.',
    ],
    facts: [
      ['Changed by', changedBy],
      ['When', formatUtc(at, { seconds: false })],
    ],
    link: { label: isRequired ? 'Add a second factor' : 'Open the team', url },
    foot: isRequired
      ? 'Your API keys are not affected.'
      : 'If your business did not want this, require it again and check the audit log.',
  })
}
