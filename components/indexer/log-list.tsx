'use client'

import { useQueryStates } from 'nuqs'
import { countFilters, withoutFilters } from '@/components/filters/active-filters'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterSelect } from '@/components/filters/filter-select'
import { EVENT_OPTIONS, LOG_STATUS_OPTIONS, NETWORK_OPTIONS } from './indexer-displays'
import { logFilter } from './log-filter'
import { LogTable } from './log-table'

/** All delivery logs of the project, with filters that live in the URL. */
export function LogList({ projectId }: { projectId: string }) {
  const [filter, setFilter] = useQueryStates(logFilter)
  const isNarrowed = Boolean(filter.status || filter.eventType || filter.network || filter.subscriptionId)
  return (
    <>
      <FilterBar count={countFilters(filter)} onClear={() => setFilter(withoutFilters(filter))}>
        <FilterSelect
          label="Status"
          all="All statuses"
          options={LOG_STATUS_OPTIONS}
          value={filter.status}
          onChange={(status) => setFilter({ status, page: null })}
        />
        <FilterSelect
          label="Event"
          all="All events"
          options={EVENT_OPTIONS}
          value={filter.eventType}
          onChange={(eventType) => setFilter({ eventType, page: null })}
        />
        <FilterSelect
          label="Network"
          all="All networks"
          options={NETWORK_OPTIONS}
          value={filter.network}
          onChange={(network) => setFilter({ network, page: null })}
        />
      </FilterBar>
      <LogTable
        projectId={projectId}
        filter={filter}
        onPage={(page) => setFilter({ page })}
        onClear={isNarrowed ? () => setFilter(null) : undefined}
      />
    </>
  )
}
