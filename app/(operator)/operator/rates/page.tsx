import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { RatePages } from '@/components/rates/rate-pages'
import { ratesFilter } from '@/components/rates/rates-filter'

export const metadata: Metadata = { title: 'Rates' }

const loadFilter = createLoader(ratesFilter)

export default async function RatesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSignedIn()
  const filter = await loadFilter(searchParams)
  await Promise.all([prefetch(trpc.fx.listSources.queryOptions()), prefetch(trpc.fx.list.queryOptions(filter))])
  return (
    <Hydrate>
      <RatePages />
    </Hydrate>
  )
}
