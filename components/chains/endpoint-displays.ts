import type { StateDisplay } from '@/components/ui/state-badge'
import type { EndpointHealthState } from '@/schemas/chains/contract'

export const ENDPOINT_DISPLAYS = {
  well: { tone: 'success', label: 'Healthy' },
  unused: { tone: 'neutral', label: 'Not checked yet' },
  behind: { tone: 'warning', label: 'Behind' },
  failing: { tone: 'warning', label: 'Failing' },
  paused: { tone: 'danger', label: 'Paused' },
  wrong_chain: { tone: 'danger', label: 'Wrong chain' },
  off: { tone: 'neutral', label: 'Disabled' },
} satisfies Record<EndpointHealthState, StateDisplay>
