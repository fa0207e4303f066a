import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { laneFilter, toLaneInput } from '@/components/engine/lane-filter'
import { LaneList } from '@/components/engine/lane-list'

export const metadata: Metadata = { title: 'Lanes' }

const loadFilter = createLoader(laneFilter)

export default async function LanesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSignedIn()
  await Promise.all([
    prefetch(trpc.lanes.list.queryOptions(toLaneInput(await loadFilter(searchParams)))),
    prefetch(trpc.lanes.listStuck.queryOptions()),
    prefetch(trpc.chains.list.queryOptions()),
  ])
  return (
    <Hydrate>
      <LaneList />
    </Hydrate>
  )
}
