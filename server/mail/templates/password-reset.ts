import { compose } from '@/server/mail/compose'
import type { MailBody } from '@/server/mail/queue-mails'
import { formatUtc } from '@/server/text/format-utc'

/** A link for a new password, requested by the person or an operator. */
export function passwordReset({ url, expiresAt }: { url: string; expiresAt: Date }): MailBody {
  return compose({
    kind: 'password-reset',
    subject: 'Set a new password',
    to: null,
    paragraphs: [
      'A new password was requested for your Slipway account.',
      'Open the link to set it. The link works once. Your old password works until then.',
    ],
    facts: [['Valid until', formatUtc(expiresAt, { seconds: false })]],
    link: { label: 'Set a new password', url },
    foot: 'If you did not ask for this, ignore this email: nothing changes.',
  })
}

/** The password was set by a link; all sessions ended. */
export function passwordChanged({ name, url, changedAt }: { name: string; url: string; changedAt: Date }): MailBody {
  return compose({
    kind: 'password-changed',
    subject: 'Your password was changed',
    to: name,
    paragraphs: [
      'The password of your Slipway account was changed with a link from your email. All your sessions ended.',
    ],
    facts: [['Changed', formatUtc(changedAt, { seconds: false })]],
    link: { label: 'Sign in', url },
    foot: 'If this was not you, request a new password at once and tell the operator of this platform.',
  })
}
