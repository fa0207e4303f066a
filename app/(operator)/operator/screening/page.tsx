import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { PlatformScreening } from '@/components/screening/platform-screening'
import { screeningFilter, toScreeningInput } from '@/components/screening/screening-filter'

export const metadata: Metadata = { title: 'Address screening' }

const loadFilter = createLoader(screeningFilter)

export default async function PlatformScreeningPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSignedIn()
  await Promise.all([
    prefetch(trpc.screening.listBlockedAddressesOfAll.queryOptions(toScreeningInput(await loadFilter(searchParams)))),
    prefetch(trpc.screening.getList.queryOptions()),
  ])
  return (
    <Hydrate>
      <PlatformScreening />
    </Hydrate>
  )
}
