import type { StateLook } from '@/components/ui/state-badge'
import { MESSAGE_KINDS, type MessageStatus } from '@/server/webhooks/contract'

export const MESSAGE_LOOKS = {
  pending: { tone: 'accent', busy: true },
  delivered: { tone: 'success' },
  failed: { tone: 'danger' },
} satisfies Record<MessageStatus, StateLook>

export const MESSAGE_STATUS_OPTIONS = [
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
] as const

export const MESSAGE_KIND_OPTIONS = MESSAGE_KINDS.map((kind) => ({ value: kind, label: kind }))
