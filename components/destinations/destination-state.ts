import type { StateDisplay } from '@/components/ui/state-badge'
import type { WithFailing } from '@/schemas/webhooks/destinations/contract'
import type { DestinationStatus } from '@/schemas/webhooks/words'

type DestinationState = DestinationStatus | 'failing'

export const DESTINATION_DISPLAYS = {
  active: { tone: 'success' },
  failing: { tone: 'danger' },
  paused: { tone: 'warning' },
} satisfies Record<DestinationState, StateDisplay>

/** The state of a destination in a list. An active one may still reject every delivery. */
export function destinationState({
  status,
  failingSince,
}: WithFailing<{ status: DestinationStatus }>): DestinationState {
  return status === 'active' && failingSince !== null ? 'failing' : status
}
