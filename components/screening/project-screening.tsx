'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { Page } from '@/components/layout/page'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { BlockAddresses } from './block-addresses'
import { BlockedAddressTable } from './blocked-address-table'
import { ScreenedDeposits } from './screened-deposits'
import { screeningFilter, toScreeningInput } from './screening-filter'

/** The blocked addresses of the project's business, and its flagged deposits. */
export function ProjectScreening({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(screeningFilter)
  const shortfall = useRoleShortfall(projectId, 'owner')
  const query = useQuery(
    trpc.screening.listBlockedAddresses.queryOptions(
      { projectId, ...toScreeningInput(filter) },
      { placeholderData: keepPreviousData },
    ),
  )
  return (
    <Page
      title="Address screening"
      description="Nothing is sent to blocked addresses. This list applies to all projects of the business, in addition to the list of the platform."
      actions={<BlockAddresses projectId={projectId} disabledReason={shortfall} />}
    >
      <ScreenedDeposits projectId={projectId} disabledReason={shortfall} />
      <BlockedAddressTable
        projectId={projectId}
        query={query}
        address={filter.address}
        onSearch={(address) => setFilter({ address: address || null, page: null })}
        onPage={(page) => setFilter({ page })}
        disabledReason={shortfall}
      />
    </Page>
  )
}
