import type { StateDisplay } from '@/components/ui/state-badge'
import type { MailKind, MailState } from '@/schemas/mail/words'

export const MAIL_DISPLAYS = {
  pending: { tone: 'accent', busy: true },
  sent: { tone: 'success' },
  failed: { tone: 'danger' },
  skipped: { tone: 'neutral' },
} satisfies Record<MailState, StateDisplay>

export const STATUS_OPTIONS = [
  { value: 'pending', label: 'Pending' },
  { value: 'sent', label: 'Sent' },
  { value: 'failed', label: 'Failed' },
  { value: 'skipped', label: 'Skipped' },
] as const

export const KIND_NAMES = {
  receipt: 'Receipt',
  'payment-failed': 'Payment failed',
  'payment-exception': 'Payment exception',
  'renewal-reminder': 'Renewal reminder',
  renewed: 'Renewed',
  'renewal-failed': 'Renewal failed',
  'subscription-canceled': 'Subscription ended',
  'subscription-expired': 'Subscription expired',
  'refund-done': 'Refund completed',
  'refund-failed': 'Refund failed',
  alarm: 'Alarm',
  invitation: 'Invitation',
  'password-reset': 'Password reset',
  'password-changed': 'Password changed',
  'email-change': 'Email change',
  'new-sign-in': 'New sign-in',
  'second-factor': 'Second factor changed',
  'email-changed': 'Email changed',
  'seed-export': 'Seed export',
  'access-change': 'Access changed by an operator',
  notice: 'Notification',
} satisfies Record<MailKind, string>
