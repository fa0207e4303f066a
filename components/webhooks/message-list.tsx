'use client'

import { useQueryClient } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { countFilters, withoutFilters } from '@/components/filters/active-filters'
import { FilterBar } from '@/components/filters/filter-bar'
import { morePeriod } from '@/components/filters/filter-period'
import { FilterSearch } from '@/components/filters/filter-search'
import { FilterSelect } from '@/components/filters/filter-select'
import { LiveSwitch } from '@/components/filters/live-switch'
import { FileLink } from '@/components/layout/file-link'
import { listPaths } from '@/components/list-paths'
import { useTRPC } from '@/components/trpc'
import { SavedViews } from '@/components/views/saved-views'
import { MESSAGE_KIND_OPTIONS, MESSAGE_STATUS_OPTIONS } from './message-displays'
import { messageFilter, toMessageInput } from './message-filter'
import { MessageTable } from './message-table'

/** All deliveries of the project, with filters that live in the URL. */
export function MessageList({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [filter, setFilter] = useQueryStates(messageFilter)
  const { page: _, ...narrowing } = filter
  return (
    <>
      <SavedViews projectId={projectId} list="deliveries" filters={narrowing} />
      <FilterBar
        lead={
          <FilterSearch
            label="Search deliveries"
            placeholder="URL or transaction id"
            value={filter.search}
            onSearch={(search) => setFilter({ search: search || null, page: null })}
          />
        }
        count={countFilters(filter)}
        onClear={() => setFilter(withoutFilters(filter))}
        actions={
          <>
            <LiveSwitch
              href={listPaths.webhooksLive(projectId)}
              onChange={() => void client.invalidateQueries(trpc.webhooks.list.pathFilter())}
            />
            <FileLink
              href={listPaths.webhooksFile(projectId, toMessageInput(projectId, filter))}
              icon={<FileDown aria-hidden />}
            >
              CSV
            </FileLink>
          </>
        }
        more={morePeriod({ from: filter.from, to: filter.to, setFilter })}
      >
        <FilterSelect
          label="Event"
          all="All events"
          options={MESSAGE_KIND_OPTIONS}
          value={filter.kind}
          onChange={(kind) => setFilter({ kind, page: null })}
        />
        <FilterSelect
          label="Status"
          all="All statuses"
          options={MESSAGE_STATUS_OPTIONS}
          value={filter.status}
          onChange={(status) => setFilter({ status, page: null })}
        />
      </FilterBar>
      <MessageTable
        projectId={projectId}
        filter={filter}
        onPage={(page) => setFilter({ page })}
        onClear={
          filter.status || filter.kind || filter.search || filter.from || filter.to ? () => setFilter(null) : undefined
        }
      />
    </>
  )
}
