'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileDown, ListTree } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { countFilters, withoutFilters } from '@/components/filters/active-filters'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterPeriod } from '@/components/filters/filter-period'
import { FilterSearch } from '@/components/filters/filter-search'
import { FilterSelect } from '@/components/filters/filter-select'
import { LiveSwitch } from '@/components/filters/live-switch'
import { FilterKey } from '@/components/keys/filter-key'
import { FileLink } from '@/components/layout/file-link'
import { listPaths } from '@/components/list-paths'
import { paths } from '@/components/paths'
import { dateColumn, idColumn, textColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { TimeBelow } from '@/components/table/time-below'
import { useTRPC } from '@/components/trpc'
import { EmptyState } from '@/components/ui/empty-state'
import { Hint } from '@/components/ui/hint'
import { SavedViews } from '@/components/views/saved-views'
import type { RequestView } from '@/schemas/requests/contract'
import { METHOD_OPTIONS, OUTCOME_OPTIONS, requestFilter, toRequestInput } from './request-filter'
import { shortPath } from './short-path'
import { StatusBadge } from './status-badge'

const COLUMNS: readonly TableColumn<RequestView>[] = [
  {
    id: 'call',
    header: 'Call',
    cell: (request) => (
      <span className="block below-list-sm:py-1">
        <Hint
          content={request.path}
          className="block max-w-72 truncate font-mono text-[0.8125rem] list-2xl:max-w-96 below-list-sm:whitespace-normal below-list-sm:break-all"
        >
          <span className="text-muted-foreground">{request.method}</span> {shortPath(request.path)}
        </Hint>
        <TimeBelow value={request.createdAt} until="sm" />
      </span>
    ),
  },
  { id: 'status', header: 'Status', cell: (request) => <StatusBadge status={request.status} /> },
  textColumn(({ message, status }) => (message && status >= 400 ? message : null), {
    id: 'message',
    header: 'Error',
    hideBelow: 'xl',
  }),
  {
    id: 'duration',
    header: 'Duration',
    align: 'end',
    hideBelow: 'sm',
    cell: (request) => (
      <span className="tabular whitespace-nowrap">{request.durationMs.toLocaleString('en-US')} ms</span>
    ),
  },
  idColumn((request) => request.id, { header: 'Request id', hideBelow: 'md' }),
  dateColumn((request) => request.createdAt, { header: 'When', hideBelow: 'sm' }),
]

/** The project's calls to the API, with filters that live in the URL. */
export function RequestList({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(requestFilter)
  const { page: _, ...narrowing } = filter
  const { keyId, from, to } = filter
  const query = useQuery(
    trpc.requests.list.queryOptions(toRequestInput(projectId, filter), { placeholderData: keepPreviousData }),
  )
  const isFiltered = Object.values(narrowing).some(Boolean)
  return (
    <>
      <SavedViews projectId={projectId} list="requests" filters={narrowing} />
      <FilterBar
        lead={
          <FilterSearch
            label="Search requests"
            placeholder="Path or request id"
            value={filter.search}
            onSearch={(search) => setFilter({ search: search || null, page: null })}
          />
        }
        count={countFilters(filter)}
        onClear={() => setFilter(withoutFilters(filter))}
        actions={
          <>
            <LiveSwitch href={listPaths.requestsLive(projectId)} onChange={() => void query.refetch()} />
            <FileLink
              href={listPaths.requestsFile(projectId, toRequestInput(projectId, filter))}
              icon={<FileDown aria-hidden />}
            >
              CSV
            </FileLink>
          </>
        }
        more={{
          count: countFilters({ keyId, from, to }),
          onClear: () => setFilter({ keyId: null, from: null, to: null, page: null }),
          children: (
            <>
              <FilterKey
                projectId={projectId}
                value={keyId}
                onChange={(next) => setFilter({ keyId: next, page: null })}
              />
              <FilterPeriod from={from} to={to} setFilter={setFilter} />
            </>
          ),
        }}
      >
        <FilterSelect
          label="Outcome"
          all="All outcomes"
          options={OUTCOME_OPTIONS}
          value={filter.outcome}
          onChange={(outcome) => setFilter({ outcome, page: null })}
        />
        <FilterSelect
          label="Method"
          all="All methods"
          options={METHOD_OPTIONS}
          value={filter.method}
          onChange={(method) => setFilter({ method, page: null })}
        />
      </FilterBar>
      <QueryTable
        label="Requests"
        columns={COLUMNS}
        query={query}
        rowKey={(request) => request.id}
        rowHref={(request) => paths.request(projectId, request.id)}
        onClear={isFiltered ? () => setFilter(null) : undefined}
        onPage={(page) => setFilter({ page })}
        empty={
          <EmptyState icon={<ListTree aria-hidden />} title="No requests yet">
            Every call made with this project&apos;s keys appears here, including refused calls.
          </EmptyState>
        }
      />
    </>
  )
}
