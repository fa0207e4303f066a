'use client'

import { FileDown } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { FilterChain } from '@/components/chains/filter-chain'
import { countFilters, withoutFilters } from '@/components/filters/active-filters'
import { FilterBar } from '@/components/filters/filter-bar'
import { morePeriod } from '@/components/filters/filter-period'
import { FilterSearch } from '@/components/filters/filter-search'
import { FilterSelect } from '@/components/filters/filter-select'
import { FileLink } from '@/components/layout/file-link'
import { listPaths } from '@/components/list-paths'
import { Button } from '@/components/ui/button'
import { STAGE_OPTIONS } from './deposit-displays'
import { depositFilter, toDepositInput } from './deposit-filter'
import { DepositTable } from './deposit-table'

/** All deposits, with filters that live in the URL. */
export function DepositList({ projectId }: { projectId: string }) {
  const [filter, setFilter] = useQueryStates(depositFilter)
  const { page: _, ...narrowing } = filter
  const isFiltered = Object.values(narrowing).some(Boolean)
  return (
    <>
      <FilterBar
        lead={
          <FilterSearch
            label="Search deposits"
            placeholder="Whole hash, sender or own address"
            value={filter.search}
            onSearch={(search) => setFilter({ search: search || null, page: null })}
          />
        }
        count={countFilters(filter)}
        onClear={() => setFilter(withoutFilters(filter))}
        actions={
          <FileLink
            href={listPaths.depositsFile(projectId, toDepositInput(projectId, filter))}
            icon={<FileDown aria-hidden />}
          >
            CSV
          </FileLink>
        }
        more={morePeriod({ from: filter.from, to: filter.to, setFilter })}
      >
        <FilterSelect
          label="Stage"
          all="All stages"
          options={STAGE_OPTIONS}
          value={filter.stage}
          onChange={(stage) => setFilter({ stage, page: null })}
        />
        <FilterChain
          projectId={projectId}
          value={filter.chainId}
          onChange={(chainId) => setFilter({ chainId, page: null })}
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
