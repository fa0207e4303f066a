import { SUBSCRIPTION_DISPLAYS } from '@/components/indexer/indexer-displays'
import { dateColumn, stateColumn } from '@/components/table/columns'
import type { TableColumn } from '@/components/table/table-column'
import type { DestinationStatus } from '@/schemas/webhooks/words'

type Receiver = {
  status: DestinationStatus
  deliveredCount: number
  failedCount: number
  droppedCount: number
  lastDeliveryAt: string | null
  createdAt: string
}

/** The columns that say whether a receiver is paused, and what became of its events. */
export function deliveryColumns<Row extends Receiver>(): readonly TableColumn<Row>[] {
  return [
    stateColumn((row) => row.status, SUBSCRIPTION_DISPLAYS),
    { id: 'delivered', header: 'Delivered', align: 'end', hideBelow: 'sm', cell: (row) => row.deliveredCount },
    { id: 'failed', header: 'Failed', align: 'end', hideBelow: 'sm', cell: (row) => row.failedCount },
    { id: 'dropped', header: 'Dropped', align: 'end', hideBelow: 'md', cell: (row) => row.droppedCount },
    dateColumn((row) => row.lastDeliveryAt, { id: 'last', header: 'Last attempt', fallback: '—', hideBelow: 'lg' }),
    dateColumn((row) => row.createdAt, { hideBelow: 'xl' }),
  ]
}
