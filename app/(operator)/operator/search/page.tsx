import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { searchFilter, toSearchInput } from '@/components/search/search-filter'
import { SearchPage } from '@/components/search/search-page'

export const metadata: Metadata = { title: 'Search' }

const loadFilter = createLoader(searchFilter)

export default async function OperatorSearchPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSignedIn()
  const input = toSearchInput((await loadFilter(searchParams)).q)
  if (input.text !== '') await prefetch(trpc.search.list.queryOptions(input))
  return (
    <Hydrate>
      <SearchPage />
    </Hydrate>
  )
}
