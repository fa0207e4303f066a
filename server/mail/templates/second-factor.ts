import { compose } from '@/server/mail/compose'
import type { MailBody } from '@/server/mail/queue-mails'
import { formatUtc } from '@/server/text/format-utc'

const NEWS = {
  added: {
    subject: 'A second factor was added to your account',
    text: 'Signing in to Slipway asks for a code of your authenticator app from now on.',
  },
  removed: {
    subject: 'The second factor of your account was removed',
    text: 'Signing in to Slipway asks for your password alone from now on. Recovery codes no longer work.',
  },
  reset: {
    subject: 'The second factor of your account was reset',
    text: 'It was reset for you because of a lost device. All your sessions were ended; sign in and add a new authenticator app.',
  },
  codes_replaced: {
    subject: 'Your recovery codes were replaced',
    text: 'The recovery codes you had before no longer work.',
  },
  recovery_used: {
    subject: 'A recovery code was used',
    text: 'A recovery code of your account was used in place of your authenticator app. It does not work again.',
  },
} as const
export type FactorNews = keyof typeof NEWS

/** To the person, whatever happens to their second factor. */
export function secondFactor(news: FactorNews, { name, url, at }: { name: string; url: string; at: Date }): MailBody {
  const { subject, text } = NEWS[news]
  return compose({
    kind: 'second-factor',
    subject,
    to: name,
    paragraphs: [text],
    facts: [['When', formatUtc(at, { seconds: false })]],
    link: { label: 'Open your account', url },
    foot: 'If this was not you, change your password and tell the operator of this platform at once.',
  })
}
