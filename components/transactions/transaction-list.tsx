'use client'

import { FileDown } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { FilterChain } from '@/components/chains/filter-chain'
import { countFilters, withoutFilters } from '@/components/filters/active-filters'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterMetadata } from '@/components/filters/filter-metadata'
import { FilterPeriod } from '@/components/filters/filter-period'
import { FilterSearch } from '@/components/filters/filter-search'
import { FilterSelect } from '@/components/filters/filter-select'
import { FileLink } from '@/components/layout/file-link'
import { listPaths } from '@/components/list-paths'
import { SavedViews } from '@/components/views/saved-views'
import { STATUS_OPTIONS, TYPE_OPTIONS } from './transaction-displays'
import { toTransactionInput, transactionFilter } from './transaction-filter'
import { TransactionTable } from './transaction-table'

/** All transactions, with filters that live in the URL. */
export function TransactionList({ projectId }: { projectId: string }) {
  const [filter, setFilter] = useQueryStates(transactionFilter)
  const { page: _, ...narrowing } = filter
  const { type, from, to, metadata } = filter
  const isFiltered = Object.values(narrowing).some(Boolean)
  return (
    <>
      <SavedViews projectId={projectId} list="transactions" filters={narrowing} />
      <FilterBar
        lead={
          <FilterSearch
            label="Search transactions"
            placeholder="Start of an id, hash, address or reference"
            value={filter.search}
            onSearch={(search) => setFilter({ search: search || null, page: null })}
          />
        }
        count={countFilters(filter)}
        onClear={() => setFilter(withoutFilters(filter))}
        actions={
          <FileLink
            href={listPaths.transactionsFile(projectId, {
              ...toTransactionInput(projectId, filter),
              metadata: metadata || undefined,
            })}
            icon={<FileDown aria-hidden />}
          >
            CSV
          </FileLink>
        }
        more={{
          count: countFilters({ type, from, to, metadata }),
          onClear: () => setFilter({ type: null, from: null, to: null, metadata: null, page: null }),
          children: (
            <>
              <FilterSelect
                label="Type"
                all="All types"
                options={TYPE_OPTIONS}
                value={type}
                onChange={(next) => setFilter({ type: next, page: null })}
              />
              <FilterPeriod from={from} to={to} setFilter={setFilter} />
              <FilterMetadata value={metadata} onChange={(pair) => setFilter({ metadata: pair, page: null })} />
            </>
          ),
        }}
      >
        <FilterSelect
          label="Status"
          all="All statuses"
          options={STATUS_OPTIONS}
          value={filter.status}
          onChange={(status) => setFilter({ status, page: null })}
        />
        <FilterChain
          projectId={projectId}
          value={filter.chainId}
          onChange={(chainId) => setFilter({ chainId, page: null })}
        />
      </FilterBar>
      <TransactionTable
        projectId={projectId}
        filter={filter}
        onPage={(page) => setFilter({ page })}
        onClear={isFiltered ? () => setFilter(null) : undefined}
      />
    </>
  )
}
