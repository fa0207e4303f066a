import { CalendarClock } from 'lucide-react'
import { CYCLE_NAMES } from '@/components/payments/payment-looks'
import { stateColumn } from '@/components/table/columns'
import type { ListQuery } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import type { StateLook } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { PastSubscription, SubscriptionState } from '@/server/subscriptions/contract'

const LOOKS = {
  PENDING: { tone: 'accent', label: 'Waits for its money', busy: true },
  ACTIVE: { tone: 'success', label: 'Runs' },
  PAST_DUE: { tone: 'warning', label: 'In grace' },
  CANCELED: { tone: 'neutral', label: 'Canceled' },
  EXPIRED: { tone: 'neutral', label: 'Expired' },
} satisfies Record<SubscriptionState, StateLook>

const COLUMNS: readonly TableColumn<PastSubscription>[] = [
  {
    id: 'plan',
    header: 'Plan',
    cell: (row) => (
      <span className="flex flex-col">
        <span className="font-medium">{row.planName}</span>
        <span className="text-[0.8125rem] text-muted-foreground">
          {row.productName}, {CYCLE_NAMES[row.billingCycle]}
        </span>
      </span>
    ),
  },
  stateColumn((row) => row.status, LOOKS),
  { id: 'start', header: 'From', hideBelow: 'md', cell: (row) => <Time value={row.startDate} format="utc" /> },
  { id: 'end', header: 'Until', hideBelow: 'sm', cell: (row) => <Time value={row.endDate} format="utc" /> },
  {
    id: 'payment',
    header: 'Payment',
    hideBelow: 'lg',
    cell: (row) => (row.payment ? <span className="font-mono">{row.payment.paymentRef}</span> : 'Nothing to pay'),
  },
]

type SubscriptionTableProps = {
  query: ListQuery<PastSubscription>
  paymentHref: (paymentId: string) => string
  onPage: (page: number) => void
}

/** What the project has, had and waits for, each with the payment that paid it last. */
export function SubscriptionTable({ query, paymentHref, onPage }: SubscriptionTableProps) {
  return (
    <Card title="Subscriptions" description="What runs, what ran before and what waits for its money." flush>
      <QueryTable
        label="Subscriptions"
        flush
        columns={COLUMNS}
        query={query}
        rowKey={(row) => row.id}
        rowHref={(row) => (row.payment ? paymentHref(row.payment.id) : undefined)}
        onPage={onPage}
        skeletonRows={2}
        empty={
          <EmptyState icon={<CalendarClock aria-hidden />} title="No subscriptions yet">
            Each plan the project takes appears here, also once it has ended.
          </EmptyState>
        }
      />
    </Card>
  )
}
