'use client'

import { useQueryStates } from 'nuqs'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterSelect } from '@/components/filters/filter-select'
import { NoMatch } from '@/components/filters/no-match'
import { messageFilter } from './message-filter'
import { MESSAGE_STATUS_OPTIONS } from './message-looks'
import { MessageTable } from './message-table'

/** All deliveries of the project, with a filter that lives in the URL. */
export function MessageList({ projectId }: { projectId: string }) {
  const [filter, setFilter] = useQueryStates(messageFilter)
  return (
    <>
      <FilterBar>
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
        onPageChange={(page) => setFilter({ page })}
        empty={filter.status ? <NoMatch onClear={() => setFilter(null)} /> : undefined}
      />
    </>
  )
}
