'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { Page } from '@/components/layout/page'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { BlockAddresses } from './block-addresses'
import { BlockedAddressTable } from './blocked-address-table'
import { screeningFilter, toScreeningInput } from './screening-filter'
import { ScreeningListCard } from './screening-list-card'

/** The addresses that the platform blocks for every business, and the list it reads. */
export function PlatformScreening() {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(screeningFilter)
  const shortfall = usePlatformShortfall()
  const query = useQuery(
    trpc.screening.listBlockedAddressesOfAll.queryOptions(toScreeningInput(filter), {
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <Page
      title="Address screening"
      description="Nothing is sent to these addresses, by any business. Businesses have lists of their own. Deposits from these addresses are under Exceptions."
      actions={<BlockAddresses projectId={null} disabledReason={shortfall} />}
    >
      <ScreeningListCard disabledReason={shortfall} />
      <BlockedAddressTable
        projectId={null}
        query={query}
        address={filter.address}
        onSearch={(address) => setFilter({ address: address || null, page: null })}
        onPage={(page) => setFilter({ page })}
        disabledReason={shortfall}
      />
    </Page>
  )
}
