import type { StateLook } from '@/components/ui/state-badge'
import type { MailKind, MailState } from '@/server/mail/words'

export const MAIL_LOOKS = {
  pending: { tone: 'accent', busy: true },
  sent: { tone: 'success' },
  failed: { tone: 'danger' },
  skipped: { tone: 'neutral' },
} satisfies Record<MailState, StateLook>

export const STATUS_OPTIONS = [
  { value: 'pending', label: 'Pending' },
  { value: 'sent', label: 'Sent' },
  { value: 'failed', label: 'Failed' },
  { value: 'skipped', label: 'Skipped' },
] as const

export const KIND_NAMES = {
  receipt: 'Receipt',
  'renewal-reminder': 'Renewal reminder',
  'renewal-failed': 'Renewal failed',
  'subscription-expired': 'Subscription expired',
  'refund-done': 'Refund done',
} satisfies Record<MailKind, string>
