import { compose } from '@/server/mail/compose'
import type { MailBody } from '@/server/mail/queue-mails'
import { formatUtc } from '@/server/text/format-utc'

type SignedIn = { name: string; url: string; userAgent: string | null; ip: string | null; at: Date }

/** To a person who signed in with a browser that is new for this network. */
export function newSignIn({ name, url, userAgent, ip, at }: SignedIn): MailBody {
  return compose({
    kind: 'new-sign-in',
    subject: 'New sign-in to your account',
    to: name,
    paragraphs: ['Your account was opened with a browser we have not seen before.'],
    facts: [
      ['When', formatUtc(at, { seconds: false })],
      ['Browser', userAgent ?? 'unknown'],
      ['Address', ip ?? 'unknown'],
    ],
    link: { label: 'See your sessions', url },
    foot: 'If this was not you, end the session and change your password immediately.',
  })
}
