/** The kinds of emails. */
export const MAIL_KINDS = [
  'receipt',
  'payment-failed',
  'payment-exception',
  'renewal-reminder',
  'renewed',
  'renewal-failed',
  'subscription-canceled',
  'subscription-expired',
  'refund-done',
  'refund-failed',
  'alarm',
  'invitation',
  'password-reset',
  'password-changed',
  'email-change',
  'email-changed',
  'seed-export',
  'access-change',
  'notice',
  'second-factor',
  'new-sign-in',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** `skipped`: the installation sent no email when it was written. */
export const MAIL_STATES = ['pending', 'sent', 'failed', 'skipped'] as const
export type MailState = (typeof MAIL_STATES)[number]
