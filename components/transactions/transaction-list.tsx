'use client'

import { useQueryStates } from 'nuqs'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterSearch } from '@/components/filters/filter-search'
import { FilterSelect } from '@/components/filters/filter-select'
import { NoMatch } from '@/components/filters/no-match'
import { CHAIN_TYPE_OPTIONS } from '@/components/wallets/wallet-looks'
import { transactionFilter } from './transaction-filter'
import { STATUS_OPTIONS } from './transaction-looks'
import { TransactionTable } from './transaction-table'

/** All transactions, with filters that live in the URL. */
export function TransactionList({ projectId }: { projectId: string }) {
  const [filter, setFilter] = useQueryStates(transactionFilter)
  const isFiltered = Boolean(filter.chainType || filter.status || filter.search)
  return (
    <>
      <FilterBar>
        <FilterSearch
          label="Search transactions"
          placeholder="Id, hash or address"
          value={filter.search}
          onSearch={(search) => setFilter({ search: search || null, page: null })}
        />
        <FilterSelect
          label="Status"
          all="All statuses"
          options={STATUS_OPTIONS}
          value={filter.status}
          onChange={(status) => setFilter({ status, page: null })}
        />
        <FilterSelect
          label="Chain type"
          all="All chain types"
          options={CHAIN_TYPE_OPTIONS}
          value={filter.chainType}
          onChange={(chainType) => setFilter({ chainType, page: null })}
        />
      </FilterBar>
      <TransactionTable
        projectId={projectId}
        filter={filter}
        onPageChange={(page) => setFilter({ page })}
        empty={isFiltered ? <NoMatch onClear={() => setFilter(null)} /> : undefined}
      />
    </>
  )
}
