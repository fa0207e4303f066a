import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { isTerm, searchFilter } from '@/components/search/search-filter'
import { SearchPage } from '@/components/search/search-page'

export const metadata: Metadata = { title: 'Search' }

const loadFilter = createLoader(searchFilter)

export default async function OperatorSearchPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSignedIn()
  const { q: text } = await loadFilter(searchParams)
  if (isTerm(text)) await prefetch(trpc.search.find.queryOptions({ text }))
  return (
    <Hydrate>
      <SearchPage />
    </Hydrate>
  )
}
