'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Route } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterSearch } from '@/components/filters/filter-search'
import { FilterSelect } from '@/components/filters/filter-select'
import { NoMatch } from '@/components/filters/no-match'
import { Page } from '@/components/layout/page'
import { QueryError } from '@/components/query-error'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { Pagination } from '@/components/ui/pagination'
import { Skeleton } from '@/components/ui/skeleton'
import type { LanePage } from '@/server/lanes/contract'
import { laneFilter, toLaneInput } from './lane-filter'
import { LaneRow } from './lane-row'
import { NonceLegend } from './nonce-legend'
import { StuckHeads } from './stuck-heads'

const REFRESH_MS = 3_000
const STATES = [
  { value: 'stuck', label: 'Stuck' },
  { value: 'blocked', label: 'Blocked' },
  { value: 'holes', label: 'With holes' },
  { value: 'all', label: 'Idle too' },
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
    <Page
      title="Lanes"
      description="One wallet on one chain is a lane: its transactions leave in the order of its nonces."
    >
      <StuckHeads />
      {data && data.unassigned > 0 ? (
        <Alert tone="warning" title={`${data.unassigned} waiting for a relayer`}>
          They are accepted and in no lane yet.
        </Alert>
      ) : null}
      <FilterBar>
        <FilterSearch
          label="Search lanes"
          placeholder="Address or business"
          value={filter.search}
          onSearch={(search) => setFilter({ search: search || null, page: null })}
        />
        <FilterSelect
          label="State"
          all="With open transactions"
          options={STATES}
          value={filter.state === 'busy' ? null : filter.state}
          onChange={(state) => setFilter({ state, page: null })}
        />
        <FilterSelect
          label="Chain"
          all="All chains"
          options={(chains.data ?? []).map(({ chainId, name }) => ({ value: String(chainId), label: name }))}
          value={filter.chain === null ? null : String(filter.chain)}
          onChange={(chain) => setFilter({ chain: chain === null ? null : Number(chain), page: null })}
        />
      </FilterBar>
      {query.error ? (
        <QueryError query={query} />
      ) : (
        <Card title="Lanes" actions={<NonceLegend />} flush>
          <Lanes page={data} stale={query.isPlaceholderData} isFiltered={isFiltered} onClear={() => setFilter(null)} />
          {data && data.total > data.pageSize ? (
            <div className="border-t px-4 py-3">
              <Pagination
                page={data.page}
                pageSize={data.pageSize}
                total={data.total}
                onPageChange={(page) => setFilter({ page })}
              />
            </div>
          ) : null}
        </Card>
      )}
    </Page>
  )
}

type LanesProps = { page: LanePage | undefined; stale: boolean; isFiltered: boolean; onClear: () => void }

function Lanes({ page, stale, isFiltered, onClear }: LanesProps) {
  if (!page) return <Skeleton className="m-5 h-40" />
  if (page.items.length === 0) {
    if (isFiltered) return <NoMatch onClear={onClear} />
    return (
      <EmptyState icon={<Route aria-hidden />} title="Nothing is under way">
        Lanes appear here while their wallets have open transactions.
      </EmptyState>
    )
  }
  return (
    <ul className={cn('divide-y transition-opacity', stale && 'opacity-60')}>
      {page.items.map((lane) => (
        <LaneRow key={`${lane.chainId} ${lane.walletId}`} lane={lane} />
      ))}
    </ul>
  )
}
