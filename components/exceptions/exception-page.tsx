'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleCheck, FileDown } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { countFilters, withoutFilters } from '@/components/filters/active-filters'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterSearch } from '@/components/filters/filter-search'
import { FilterSelect } from '@/components/filters/filter-select'
import { FileLink } from '@/components/layout/file-link'
import { Page } from '@/components/layout/page'
import { listPaths } from '@/components/list-paths'
import { QueryTable } from '@/components/table/query-table'
import { useTRPC } from '@/components/trpc'
import { EmptyState } from '@/components/ui/empty-state'
import { EXCEPTION_KIND_NAMES, EXCEPTION_KINDS } from '@/schemas/exceptions/words'
import { EXCEPTION_COLUMNS } from './exception-columns'
import { exceptionFilter, toExceptionInput } from './exception-filter'

const REFRESH_MS = 10_000
const KIND_OPTIONS = EXCEPTION_KINDS.map((value) => ({ value, label: EXCEPTION_KIND_NAMES[value] }))

/** All money that waits for an operator, with filters that live in the URL. */
export function ExceptionPage() {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(exceptionFilter)
  const input = toExceptionInput(filter)
  const businesses = useQuery(trpc.businesses.list.queryOptions())
  const query = useQuery(
    trpc.exceptions.list.queryOptions(input, { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS }),
  )
  const { kind, businessId, search } = filter
  return (
    <Page
      title="Exceptions"
      description="Money of all businesses that needs a decision, oldest first. Above ₦1,000,000, and where the value is unknown, two operators have to make the same decision."
    >
      <FilterBar
        lead={
          <FilterSearch
            label="Search exceptions"
            placeholder="Address, hash, reference or business"
            maxLength={128}
            value={search}
            onSearch={(text) => setFilter({ search: text || null, page: null })}
          />
        }
        count={countFilters(filter)}
        onClear={() => setFilter(withoutFilters(filter))}
        actions={
          <FileLink href={listPaths.exceptionsFile(input)} icon={<FileDown aria-hidden />}>
            CSV
          </FileLink>
        }
      >
        <FilterSelect
          label="Kind"
          all="All kinds"
          options={KIND_OPTIONS}
          value={kind}
          onChange={(next) => setFilter({ kind: next, page: null })}
        />
        <FilterSelect
          label="Business"
          all="All businesses"
          options={businesses.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          value={businessId}
          onChange={(next) => setFilter({ businessId: next, page: null })}
        />
      </FilterBar>
      <QueryTable
        label="Exceptions"
        columns={EXCEPTION_COLUMNS}
        query={query}
        rowKey={(row) => `${row.kind} ${row.id}`}
        onPage={(page) => setFilter({ page })}
        onClear={kind || businessId || search ? () => setFilter(null) : undefined}
        empty={
          <EmptyState icon={<CircleCheck aria-hidden />} title="No exceptions">
            Money that no rule can place, return or release waits here for an operator.
          </EmptyState>
        }
      />
    </Page>
  )
}
