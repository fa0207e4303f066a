'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Route } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { countFilters, withoutFilters } from '@/components/filters/active-filters'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterSearch } from '@/components/filters/filter-search'
import { FilterSelect } from '@/components/filters/filter-select'
import { Page } from '@/components/layout/page'
import { QueryList } from '@/components/table/query-list'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { laneFilter, toLaneInput } from './lane-filter'
import { LaneRow } from './lane-row'
import { NONCE_DISPLAYS } from './nonce-displays'
import { StuckHeads } from './stuck-heads'

const REFRESH_MS = 3_000
const STATES = [
  { value: 'stuck', label: 'Stuck' },
  { value: 'blocked', label: 'Blocked' },
  { value: 'holes', label: 'Nonce gaps' },
  { value: 'all', label: 'Including idle' },
] as const

/** Every wallet's queue and nonces on every chain, live. */
export function LaneList() {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(laneFilter)
  const query = useQuery(
    trpc.lanes.list.queryOptions(toLaneInput(filter), {
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
    }),
  )
  const chains = useQuery(trpc.chains.list.queryOptions(undefined, { staleTime: 60_000 }))
  const isFiltered = filter.state !== 'busy' || filter.chain !== null || filter.search !== ''
  const { data } = query
  return (
    <Page title="Lanes" description="A lane is one wallet on one chain. Its transactions are sent in nonce order.">
      <StuckHeads />
      {data && data.unassigned > 0 ? (
        <Alert tone="warning" title={`${data.unassigned} waiting for a relayer`}>
          They are accepted but not assigned to a lane yet.
        </Alert>
      ) : null}
      <FilterBar
        lead={
          <FilterSearch
            label="Search lanes"
            placeholder="Address or business"
            value={filter.search}
            onSearch={(search) => setFilter({ search: search || null, page: null })}
          />
        }
        count={countFilters({ ...filter, state: filter.state !== 'busy' })}
        onClear={() => setFilter(withoutFilters(filter))}
      >
        <FilterSelect
          label="State"
          all="With pending transactions"
          options={STATES}
          value={filter.state === 'busy' ? null : filter.state}
          onChange={(state) => setFilter({ state, page: null })}
        />
        <FilterSelect
          label="Chain"
          all="All chains"
          options={(chains.data?.items ?? []).map(({ chainId, name }) => ({ value: String(chainId), label: name }))}
          value={filter.chain === null ? null : String(filter.chain)}
          onChange={(chain) => setFilter({ chain: chain === null ? null : Number(chain), page: null })}
        />
      </FilterBar>
      <Card title="Lanes" actions={<NonceLegend />} flush>
        <QueryList
          query={query}
          onClear={isFiltered ? () => setFilter(null) : undefined}
          onPage={(page) => setFilter({ page })}
          empty={
            <EmptyState icon={<Route aria-hidden />} title="No pending transactions">
              Lanes appear here while their wallets have pending transactions.
            </EmptyState>
          }
        >
          {(lanes) => (
            <ul className="divide-y">
              {lanes.map((lane) => (
                <LaneRow key={`${lane.chainId} ${lane.walletId}`} lane={lane} />
              ))}
            </ul>
          )}
        </QueryList>
      </Card>
    </Page>
  )
}

/** The legend of the nonce cells. */
function NonceLegend() {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-xs">
      {Object.entries(NONCE_DISPLAYS).map(([state, { label, className, icon: Icon }]) => (
        <li key={state} className="flex items-center gap-1.5">
          <span aria-hidden className={cn('flex size-4 items-center justify-center rounded-sm', className)}>
            {Icon ? <Icon className="size-2.5" strokeWidth={3} /> : null}
          </span>
          {label}
        </li>
      ))}
    </ul>
  )
}
