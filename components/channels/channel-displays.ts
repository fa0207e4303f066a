import type { StateDisplay } from '@/components/ui/state-badge'
import type { Severity } from '@/schemas/alarms/words'
import type { ChannelHealth } from '@/schemas/channels/contract'

export const CHANNEL_DISPLAYS = {
  well: { tone: 'success', label: 'Healthy' },
  unused: { tone: 'neutral', label: 'Not used yet' },
  failing: { tone: 'danger', label: 'Failing' },
  off: { tone: 'neutral', label: 'Paused' },
} satisfies Record<ChannelHealth, StateDisplay>

export const MIN_SEVERITY_NAMES = {
  critical: 'Critical alarms only',
  error: 'Errors and critical alarms',
  warning: 'All alarms',
} satisfies Record<Severity, string>
