import type { StateDisplay } from '@/components/ui/state-badge'
import type { LogRow } from '@/schemas/indexer/logs/contract'
import type { ReplayView } from '@/schemas/indexer/replays/contract'
import { EVENT_KEYS, type EventKey, LOG_STATUSES, type LogStatus, NETWORK_CODES } from '@/schemas/indexer/words'
import { DESTINATION_STATUSES, type PauseCause } from '@/schemas/webhooks/words'

export const LOG_DISPLAYS = {
  delivered: { tone: 'success' },
  failed: { tone: 'danger' },
} satisfies Record<LogStatus, StateDisplay>

export const RESEND_LABELS = { replay: 'Replay', resend: 'Resend' } satisfies Record<
  NonNullable<LogRow['sentAgainBy']>,
  string
>

export const REPLAY_DISPLAYS = {
  running: { tone: 'accent' },
  done: { tone: 'success' },
  canceled: { tone: 'neutral' },
  failed: { tone: 'danger' },
} satisfies Record<ReplayView['status'], StateDisplay>

const PAUSED = {
  asked: 'Paused by a member of your business. New events are counted but not sent, and pending deliveries wait.',
  gone: 'Paused by the platform because the URL returned 410 Gone. Change the URL, or resume.',
  failing: 'Paused by the platform because the URL returned no 2xx response for five days. Once it works again, resume',
}
/** The reason why an event subscription is paused. Missed events can be replayed. */
export const PAUSE_TEXTS: Record<PauseCause, string> = {
  ...PAUSED,
  failing: `${PAUSED.failing} and replay the missed events.`,
}
/** The reason why a webhook endpoint is paused. Dropped events are lost, failed ones are not. */
export const ENDPOINT_PAUSE_TEXTS: Record<PauseCause, string> = {
  ...PAUSED,
  failing: `${PAUSED.failing} and recover failed deliveries.`,
}

export const NETWORK_OPTIONS = NETWORK_CODES.map((code) => ({ value: code, label: code }))
export const STATUS_OPTIONS = DESTINATION_STATUSES.map((status) => ({ value: status, label: titled(status) }))
export const LOG_STATUS_OPTIONS = LOG_STATUSES.map((status) => ({ value: status, label: titled(status) }))
/** `approval_for_all` as people read it. */
export const EVENT_OPTIONS: { value: EventKey; label: string }[] = EVENT_KEYS.map((key) => {
  return { value: key, label: titled(key.replaceAll('_', ' ')) }
})

function titled(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
