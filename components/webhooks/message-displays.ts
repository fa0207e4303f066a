import type { StateDisplay } from '@/components/ui/state-badge'
import type { KeySource } from '@/schemas/webhooks/contract'
import { type MessageStatus, PROJECT_EVENT_KINDS, TEST_EVENT, type Withdrawal } from '@/schemas/webhooks/words'

type MessageState = MessageStatus | 'retrying'

/** A message that failed once and is sent again is not the same as one that was never tried. */
export function messageState({ status, attemptCount }: { status: MessageStatus; attemptCount: number }): MessageState {
  return status === 'pending' && attemptCount > 0 ? 'retrying' : status
}

export const MESSAGE_DISPLAYS = {
  pending: { tone: 'accent', busy: true },
  retrying: { tone: 'warning', busy: true },
  delivered: { tone: 'success' },
  failed: { tone: 'danger' },
} satisfies Record<MessageState, StateDisplay>

export const WITHDRAWAL_TEXTS: Record<Withdrawal, string> = {
  'receiver-deleted': 'Canceled because its endpoint or subscription was deleted before delivery.',
  undone: 'Withdrawn because the event was undone. It is no longer sent.',
}

export const MESSAGE_STATUS_OPTIONS = [
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
] as const

/** All events of a project. */
export const MESSAGE_KINDS = [...PROJECT_EVENT_KINDS, TEST_EVENT] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

export const KEY_LABELS = {
  request: "Request's own secret",
  project: 'Project secret',
  subscription: "Subscription's secret",
  endpoint: "Endpoint's secret",
} satisfies Record<KeySource, string>

export const MESSAGE_KIND_OPTIONS = MESSAGE_KINDS.map((kind) => ({ value: kind, label: kind }))
