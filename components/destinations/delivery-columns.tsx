import { dateColumn, stateColumn } from '@/components/table/columns'
import type { TableColumn } from '@/components/table/table-column'
import type { WithFailing } from '@/schemas/webhooks/destinations/contract'
import type { DestinationStatus } from '@/schemas/webhooks/words'
import { DESTINATION_DISPLAYS, destinationState } from './destination-state'

type Receiver = WithFailing<{
  status: DestinationStatus
  deliveredCount: number
  failedCount: number
  droppedCount: number
  lastDeliveryAt: string | null
  createdAt: string
}>

/** The columns that say whether a receiver works or is paused, and what became of its events. */
export function deliveryColumns<Row extends Receiver>(): readonly TableColumn<Row>[] {
  return [
    stateColumn(destinationState, DESTINATION_DISPLAYS),
    { id: 'delivered', header: 'Delivered', align: 'end', hideBelow: 'sm', cell: (row) => row.deliveredCount },
    { id: 'failed', header: 'Failed', align: 'end', hideBelow: 'sm', cell: (row) => row.failedCount },
    { id: 'dropped', header: 'Dropped', align: 'end', hideBelow: 'md', cell: (row) => row.droppedCount },
    dateColumn((row) => row.lastDeliveryAt, { id: 'last', header: 'Last attempt', fallback: '—', hideBelow: 'lg' }),
    dateColumn((row) => row.createdAt, { hideBelow: 'xl' }),
  ]
}
