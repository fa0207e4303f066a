'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RadioTower } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { ChainText } from '@/components/chains/chain-name'
import { deliveryColumns } from '@/components/destinations/delivery-columns'
import { countFilters, withoutFilters } from '@/components/filters/active-filters'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterSelect } from '@/components/filters/filter-select'
import { paths } from '@/components/paths'
import { CallLink } from '@/components/reference/call-link'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { EmptyState } from '@/components/ui/empty-state'
import type { IndexerSubscriptionView } from '@/schemas/indexer/contract'
import type { WithFailing } from '@/schemas/webhooks/destinations/contract'
import { ContractName } from './contract-name'
import { NETWORK_OPTIONS, STATUS_OPTIONS } from './indexer-displays'
import { NewSubscription } from './new-subscription'
import { subscriptionFilter, toSubscriptionInput } from './subscription-filter'

type Row = WithFailing<IndexerSubscriptionView>

const columnsOf = (projectId: string): readonly TableColumn<Row>[] => [
  {
    id: 'contract',
    header: 'Contract',
    cell: ({ contractAddress, chainId, events, webhookUrl }) => (
      <span className="block py-1">
        <ContractName projectId={projectId} chainId={chainId} address={contractAddress} />
        <span className="block max-w-44 font-normal text-[0.8125rem] text-muted-foreground list-sm:max-w-72 list-sm:truncate">
          <ChainText projectId={projectId} chainId={chainId} /> · {events.map(nameOf).join(', ')}
        </span>
        <span className="block max-w-44 truncate font-mono font-normal text-[0.8125rem] text-muted-foreground list-sm:max-w-72">
          {webhookUrl}
        </span>
      </span>
    ),
  },
  ...deliveryColumns<Row>(),
]

/** The project's event subscriptions, newest first. */
export function SubscriptionList({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(subscriptionFilter)
  const columns = useMemo(() => columnsOf(projectId), [projectId])
  const subscriptions = useQuery(
    trpc.indexer.listSubscriptions.queryOptions(toSubscriptionInput(projectId, filter), {
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <>
      <FilterBar count={countFilters(filter)} onClear={() => setFilter(withoutFilters(filter))}>
        <FilterSelect
          label="Network"
          all="All networks"
          options={NETWORK_OPTIONS}
          value={filter.network}
          onChange={(network) => setFilter({ network, page: null })}
        />
        <FilterSelect
          label="Status"
          all="All statuses"
          options={STATUS_OPTIONS}
          value={filter.status}
          onChange={(status) => setFilter({ status, page: null })}
        />
      </FilterBar>
      <QueryTable
        label="Event subscriptions"
        columns={columns}
        query={subscriptions}
        rowKey={(row) => row.id}
        rowHref={(row) => paths.eventSubscription(projectId, row.id)}
        onClear={filter.network || filter.status ? () => setFilter(null) : undefined}
        onPage={(page) => setFilter({ page })}
        empty={
          <EmptyState
            icon={<RadioTower aria-hidden />}
            title="No event subscriptions yet"
            action={
              <>
                <NewSubscription projectId={projectId} />
                <CallLink operation="createIndexerSubscription" />
              </>
            }
          >
            Add a contract and a URL. Its events are decoded and sent there once they are final.
          </EmptyState>
        }
      />
    </>
  )
}

/** A key of the catalog, or the name of a declared event. */
function nameOf(event: string): string {
  return /^event +([^ (]+)/.exec(event)?.[1] ?? event
}
