'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { countFilters } from '@/components/filters/active-filters'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterSelect } from '@/components/filters/filter-select'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { actionsColumn, dateColumn, stateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { EmptyState } from '@/components/ui/empty-state'
import type { ProviderEventView } from '@/schemas/payments/providers/contract'
import type { ProviderEventState } from '@/schemas/payments/providers/words'
import { PROVIDER_TITLES } from '@/schemas/payments/providers/words'
import { EVENT_DISPLAYS } from './provider-displays'
import { RetryEvent } from './retry-event'

const REFRESH_MS = 15_000

const COLUMNS: readonly TableColumn<ProviderEventView>[] = [
  dateColumn((row) => row.receivedAt, { header: 'Received' }),
  {
    id: 'provider',
    header: 'Provider',
    hideBelow: 'sm',
    cell: (row) => <span className="whitespace-nowrap">{PROVIDER_TITLES[row.provider]}</span>,
  },
  stateColumn((row) => row.state, EVENT_DISPLAYS),
  {
    id: 'reference',
    header: 'Reference',
    hideBelow: 'md',
    cell: ({ reference }) =>
      reference ? (
        <TextLink href={paths.searchFor(reference)} className="whitespace-nowrap">
          {reference}
        </TextLink>
      ) : (
        '—'
      ),
  },
  { id: 'attempts', header: 'Attempts', align: 'end', hideBelow: 'lg', cell: (row) => row.attempts },
  {
    id: 'error',
    header: 'Problem',
    hideBelow: 'lg',
    cell: (row) => <span className="text-[0.8125rem] text-muted-foreground">{row.error ?? '—'}</span>,
  },
  // A waiting event is processed without help, and of a processed one nothing is left to do.
  actionsColumn((row) => (row.state === 'DEAD' || row.state === 'IGNORED' ? <RetryEvent event={row} /> : null)),
]

const OPTIONS = [
  { value: 'STORED', label: 'Waiting' },
  { value: 'HANDLED', label: 'Processed' },
  { value: 'IGNORED', label: 'Ignored' },
  { value: 'DEAD', label: 'Failed' },
] as const satisfies readonly { value: ProviderEventState; label: string }[]

type Props = {
  state: ProviderEventState | null
  page: number
  onState: (state: ProviderEventState | null) => void
  onPage: (page: number) => void
}

/**
 * Events from payment providers. An event is only a hint: it counts as handled after the provider itself was queried
 * for the payments.
 */
export function ProviderEvents({ state, page, onState, onPage }: Props) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.payments.listProviderEvents.queryOptions(
      { state, page },
      { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
    ),
  )
  const empty = (
    <EmptyState title="No events yet">
      Events from payment providers are stored here before they are processed.
    </EmptyState>
  )
  return (
    <div className="space-y-4">
      <FilterBar count={countFilters({ state })} onClear={() => onState(null)}>
        <FilterSelect label="Status" all="All states" options={OPTIONS} value={state} onChange={onState} />
      </FilterBar>
      <QueryTable
        label="Events"
        columns={COLUMNS}
        query={query}
        rowKey={(row) => row.id}
        empty={empty}
        onPage={onPage}
        onClear={state ? () => onState(null) : undefined}
      />
    </div>
  )
}
