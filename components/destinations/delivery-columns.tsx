import { dateColumn } from '@/components/table/columns'
import type { TableColumn } from '@/components/table/table-column'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { WithFailing } from '@/schemas/webhooks/destinations/contract'
import type { DestinationStatus } from '@/schemas/webhooks/words'
import { DESTINATION_DISPLAYS, destinationState } from './destination-state'

type Destination = WithFailing<{
  status: DestinationStatus
  deliveredCount: number
  failedCount: number
  droppedCount: number
  lastDeliveryAt: string | null
  createdAt: string
}>

/** The columns with the state of a destination, and the numbers of its events. */
export function deliveryColumns<Row extends Destination>(): readonly TableColumn<Row>[] {
  return [
    { id: 'status', header: 'Status', cell: (row) => <DestinationState destination={row} /> },
    { id: 'delivered', header: 'Delivered', align: 'end', hideBelow: 'sm', cell: (row) => row.deliveredCount },
    { id: 'failed', header: 'Failed', align: 'end', hideBelow: 'sm', cell: (row) => row.failedCount },
    { id: 'dropped', header: 'Dropped', align: 'end', hideBelow: 'md', cell: (row) => row.droppedCount },
    dateColumn((row) => row.lastDeliveryAt, { id: 'last', header: 'Last attempt', fallback: '—', hideBelow: 'lg' }),
    dateColumn((row) => row.createdAt, { hideBelow: 'xl' }),
  ]
}

/** A failing destination may have no failed event yet: an event fails after its retries. */
function DestinationState({ destination }: { destination: Destination }) {
  const state = destinationState(destination)
  return (
    <span className="block py-1">
      <StateBadge state={state} displays={DESTINATION_DISPLAYS} />
      {state === 'failing' ? (
        <span className="mt-0.5 block text-[0.8125rem] text-muted-foreground below-list-sm:hidden">
          No 2xx since <Time value={destination.failingSince} />
        </span>
      ) : null}
    </span>
  )
}
