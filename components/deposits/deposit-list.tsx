'use client'

import { useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { chainLabel } from '@/components/chains/chain-label'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterDays } from '@/components/filters/filter-days'
import { FilterSelect } from '@/components/filters/filter-select'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { STAGE_OPTIONS } from './deposit-displays'
import { depositFilter } from './deposit-filter'
import { DepositTable } from './deposit-table'

/** All deposits, with filters that live in the URL. */
export function DepositList({ projectId }: { projectId: string }) {
  const [filter, setFilter] = useQueryStates(depositFilter)
  const trpc = useTRPC()
  const { data: chains } = useQuery(trpc.wallets.listChains.queryOptions({ projectId }, { staleTime: 300_000 }))
  const chainOptions = (chains ?? []).map((chain) => ({ value: String(chain.chainId), label: chainLabel(chain) }))
  const { page: _, ...narrowing } = filter
  const isFiltered = Object.values(narrowing).some(Boolean)
  return (
    <>
      <FilterBar>
        <FilterSelect
          label="Stage"
          all="All stages"
          options={STAGE_OPTIONS}
          value={filter.stage}
          onChange={(stage) => setFilter({ stage, page: null })}
        />
        <FilterSelect
          label="Chain"
          all="All chains"
          options={chainOptions}
          value={filter.chainId === null ? null : String(filter.chainId)}
          onChange={(chain) => setFilter({ chainId: chain === null ? null : Number(chain), page: null })}
        />
        <FilterDays
          from={filter.from}
          to={filter.to}
          onChange={({ from, to }) => setFilter({ from: from || null, to: to || null, page: null })}
        />
        {filter.walletId ? (
          <Button onClick={() => setFilter({ walletId: null, page: null })}>One wallet: show all</Button>
        ) : null}
      </FilterBar>
      <DepositTable
        projectId={projectId}
        filter={filter}
        onPage={(page) => setFilter({ page })}
        onClear={isFiltered ? () => setFilter(null) : undefined}
      />
    </>
  )
}
