import { CalendarClock } from 'lucide-react'
import { FilterMetadata } from '@/components/filters/filter-metadata'
import { FilterSearch } from '@/components/filters/filter-search'
import { stateColumn } from '@/components/table/columns'
import type { ListQuery } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import type { StateDisplay } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { PastSubscription } from '@/schemas/subscriptions/contract'
import type { SubscriptionState } from '@/schemas/subscriptions/words'
import { displayNaira } from '@/server/money/display-amount'
import { CYCLE_NAMES } from './cycle-names'

const DISPLAYS = {
  PENDING: { tone: 'accent', label: 'Waiting', busy: true },
  ACTIVE: { tone: 'success', label: 'Active' },
  PAST_DUE: { tone: 'warning', label: 'Past due' },
  CANCELED: { tone: 'neutral', label: 'Canceled' },
  EXPIRED: { tone: 'neutral', label: 'Expired' },
} satisfies Record<SubscriptionState, StateDisplay>

const COLUMNS: readonly TableColumn<PastSubscription>[] = [
  {
    id: 'plan',
    header: 'Plan',
    cell: (row) => (
      <span className="flex flex-col py-1">
        <span className="font-medium">{row.planName}</span>
        <span className="font-normal text-[0.8125rem] text-muted-foreground">
          {row.productName}, {CYCLE_NAMES[row.billingCycle]}
        </span>
        <span className="font-normal text-[0.8125rem] text-muted-foreground list-sm:hidden">
          <Paid row={row} />, <Ending row={row} />
        </span>
        {row.clientReference ? (
          <span className="max-w-60 truncate font-normal text-[0.8125rem] text-muted-foreground">
            Reference {row.clientReference}
          </span>
        ) : null}
      </span>
    ),
  },
  stateColumn((row) => row.status, DISPLAYS),
  { id: 'start', header: 'From', hideBelow: 'md', cell: (row) => <Time value={row.startDate} format="day" /> },
  { id: 'end', header: 'Until', hideBelow: 'sm', cell: (row) => <Ending row={row} /> },
  {
    id: 'payment',
    header: 'Payment',
    hideBelow: 'md',
    align: 'end',
    cell: (row) => (
      <span className="flex flex-col items-end py-1">
        <Paid row={row} />
        {row.payment ? <span className="font-mono text-muted-foreground text-xs">{row.payment.paymentRef}</span> : null}
      </span>
    ),
  },
]

function Paid({ row: { payment } }: { row: PastSubscription }) {
  return payment ? <span className="tabular">{displayNaira(payment.amountNgn)}</span> : 'Nothing to pay'
}

/** The end of the paid period, and what happens then. */
function Ending({ row: { endDate, status, autoRenew } }: { row: PastSubscription }) {
  const isOngoing = status === 'ACTIVE' || status === 'PAST_DUE'
  return (
    <span className="inline-flex flex-col below-list-sm:contents">
      <span className="list-sm:hidden">until </span>
      <Time value={endDate} format="day" />
      {isOngoing ? (
        <span className="text-[0.8125rem] text-muted-foreground below-list-sm:before:content-[',_']">
          {autoRenew ? 'renews from the balance' : 'does not renew'}
        </span>
      ) : null}
    </span>
  )
}

/** Empty texts filter nothing. */
export type SubscriptionFilter = { search: string; metadata: string }

type SubscriptionTableProps = {
  query: ListQuery<PastSubscription>
  paymentHref: (paymentId: string) => string
  filter: SubscriptionFilter
  onFilter: (filter: SubscriptionFilter) => void
  onPage: (page: number) => void
}

/** The active, past and pending subscriptions of the project, each with its latest payment. */
export function SubscriptionTable({ query, paymentHref, filter, onFilter, onPage }: SubscriptionTableProps) {
  const { search, metadata } = filter
  return (
    <Card
      title="Subscriptions"
      description="Active, past and pending subscriptions."
      actions={
        <>
          <FilterSearch
            label="Search subscriptions"
            placeholder="Id or start of a reference"
            value={search}
            maxLength={128}
            onSearch={(text) => onFilter({ search: text, metadata })}
          />
          <FilterMetadata value={metadata} onChange={(pair) => onFilter({ search, metadata: pair ?? '' })} />
        </>
      }
      flush
    >
      <QueryTable
        label="Subscriptions"
        flush
        columns={COLUMNS}
        query={query}
        rowKey={(row) => row.id}
        rowHref={(row) => (row.payment ? paymentHref(row.payment.id) : undefined)}
        onPage={onPage}
        onClear={search || metadata ? () => onFilter({ search: '', metadata: '' }) : undefined}
        skeletonRows={2}
        empty={
          <EmptyState icon={<CalendarClock aria-hidden />} title="No subscriptions yet">
            Subscriptions of this project appear here, including ended ones.
          </EmptyState>
        }
      />
    </Card>
  )
}
