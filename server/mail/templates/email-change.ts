import { compose } from '@/server/mail/compose'
import type { MailBody } from '@/server/mail/queue-mails'
import { formatUtc } from '@/server/text/format-utc'

type Change = { name: string; url: string; expiresAt: Date }

/** To the new address, to confirm it. */
export function emailChange({ name, url, expiresAt }: Change): MailBody {
  return compose({
    kind: 'email-change',
    subject: 'Confirm your new email address',
    to: name,
    paragraphs: ['Open the link to sign in with this email address from now on. The link works once.'],
    facts: [['Valid until', formatUtc(expiresAt, { seconds: false })]],
    link: { label: 'Confirm this address', url },
    foot: 'If you did not ask for this, ignore this email: nothing changes.',
  })
}

/** To the old address, once the new one is confirmed. */
export function emailChanged(change: { name: string; url: string; to: string; changedAt: Date }): MailBody {
  return compose({
    kind: 'email-changed',
    subject: 'Your email address was changed',
    to: change.name,
    paragraphs: ['You sign in to Slipway with another email address from now on. This address no longer works.'],
    facts: [
      ['New address', change.to],
      ['Changed', formatUtc(change.changedAt, { seconds: false })],
    ],
    link: { label: 'Sign in', url: change.url },
    foot: 'If this was not you, tell the operator of this platform immediately.',
  })
}
