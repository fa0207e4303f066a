'use client'

import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { OpenAlarms } from '@/components/engine/open-alarms'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterSearch } from '@/components/filters/filter-search'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { PROJECT_DISPLAYS } from '@/components/projects/project-displays'
import { dateColumn, stateColumn } from '@/components/table/columns'
import { listWithin } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import type { BusinessView } from '@/schemas/businesses/contract'
import { businessFilter, matchingBusinesses } from './business-filter'
import { CreateBusiness } from './create-business'

const COLUMNS: readonly TableColumn<BusinessView>[] = [
  {
    id: 'name',
    header: 'Business',
    cell: ({ name, awaitingKeys }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {name}
        {awaitingKeys > 0 ? <Badge tone="warning">{awaitingText(awaitingKeys)}</Badge> : null}
      </span>
    ),
    sortValue: (business) => business.name.toLowerCase(),
  },
  stateColumn((business) => business.status, PROJECT_DISPLAYS),
  {
    id: 'projects',
    header: 'Projects',
    align: 'end',
    hideBelow: 'sm',
    cell: (business) => business.projectCount,
    sortValue: (business) => business.projectCount,
  },
  { id: 'people', header: 'People', align: 'end', hideBelow: 'sm', cell: (business) => business.peopleCount },
  dateColumn((business) => business.createdAt, { hideBelow: 'md' }),
]

function awaitingText(projects: number): string {
  return projects === 1 ? 'Waits for API keys' : `${projects} projects wait for API keys`
}

/** Every customer of the platform. */
export function BusinessList() {
  const trpc = useTRPC()
  const query = useQuery(trpc.businesses.list.queryOptions())
  const [{ search }, setFilter] = useQueryStates(businessFilter)
  return (
    <Page title="Businesses" description="The customers of this platform." actions={<CreateBusiness />}>
      <OpenAlarms />
      <FilterBar
        lead={
          <FilterSearch
            label="Search businesses"
            placeholder="Part of a name"
            value={search}
            onSearch={(text) => setFilter({ search: text || null })}
          />
        }
      />
      <QueryTable
        label="Businesses"
        columns={COLUMNS}
        query={listWithin(query, (list) => ({ ...list, items: matchingBusinesses(list.items, search) }))}
        onClear={search ? () => setFilter(null) : undefined}
        rowKey={(business) => business.id}
        rowHref={(business) => paths.business(business.id)}
        empty={
          <EmptyState icon={<Building2 aria-hidden />} title="No businesses yet" action={<CreateBusiness />}>
            Create a business. Its owner is invited and creates the API keys.
          </EmptyState>
        }
      />
    </Page>
  )
}
