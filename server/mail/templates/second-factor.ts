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
    text: 'Codes of your authenticator app and, without a passkey, recovery codes no longer work.',
  },
  reset: {
    subject: 'The second factor of your account was reset',
    text: 'It was reset for you because of a lost device. All your sessions were ended; sign in and add a new authenticator app or passkey.',
  },
  codes_replaced: {
    subject: 'Your recovery codes were replaced',
    text: 'The recovery codes you had before no longer work.',
  },
  recovery_used: {
    subject: 'A recovery code was used',
    text: 'A recovery code of your account was used in place of your authenticator app. It does not work again.',
  },
  passkey_added: {
    subject: 'A passkey was added to your account',
    text: 'It signs in to Slipway without a password, and confirms sensitive changes.',
  },
  passkey_removed: {
    subject: 'A passkey of your account was removed',
    text: 'It can no longer be used to sign in. Your other sessions were ended.',
  },
  passkey_copied: {
    subject: 'A passkey of your account may have been copied',
    text: 'Its signature counter did not increase, so two devices may hold it. The sign-in was refused. Remove the passkey and add a new one.',
  },
} as const
export type FactorChange = keyof typeof NEWS

type About = { name: string; passkey?: string | undefined; url: string; at: Date }

/** Sent to a person after any change of their second factors. `passkey`: the name of the changed passkey. */
export function secondFactor(news: FactorChange, { name, passkey, url, at }: About): MailBody {
  const { subject, text } = NEWS[news]
  return compose({
    kind: 'second-factor',
    subject,
    to: name,
    paragraphs: [text],
    facts: [...(passkey ? [['Passkey', passkey] as const] : []), ['When', formatUtc(at, { seconds: false })]],
    link: { label: 'Open your account', url },
    foot: 'If this was not you, change your password and tell the operator of this platform immediately.',
  })
}
