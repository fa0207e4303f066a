'use client'

import { useQuery } from '@tanstack/react-query'
import { SearchX, Telescope } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterSearch } from '@/components/filters/filter-search'
import { Page } from '@/components/layout/page'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { MAX_SEARCH_LETTERS } from '@/schemas/search/words'
import { HitTable } from './hit-table'
import { searchFilter, toSearchInput } from './search-filter'

/** Whatever any business has under an id, a transaction hash or an address. */
export function SearchPage() {
  const trpc = useTRPC()
  const [{ q: text }, setFilter] = useQueryStates(searchFilter)
  const asked = toSearchInput(text)
  const query = useQuery(trpc.search.list.queryOptions(asked, { enabled: asked.text !== '' }))
  return (
    <Page
      title="Search"
      description="Wallets, transactions, deposits, payments, tokens, API requests, people, events and webhooks of all businesses. The audit log of each business in the results records your search."
    >
      <FilterBar
        lead={
          <FilterSearch
            label="Search all businesses"
            placeholder="Id, hash, address, reference, key, email, URL, ticker or name"
            value={text}
            maxLength={MAX_SEARCH_LETTERS}
            onSearch={(q) => setFilter({ q: q || null })}
          />
        }
      />
      {query.data?.isCut ? (
        <Alert tone="neutral">More results exist. The newest results of each kind are shown.</Alert>
      ) : null}
      {asked.text === '' || query.data?.isTerm === false ? (
        <NoTerm isEmpty={asked.text === ''} />
      ) : (
        <HitTable query={query} onClear={() => setFilter(null)} />
      )}
    </Page>
  )
}

function NoTerm({ isEmpty }: { isEmpty: boolean }) {
  return (
    <Card flush>
      {isEmpty ? (
        <EmptyState icon={<Telescope aria-hidden />} title="Search all businesses">
          Paste an id, also of a request, a transaction hash or its first 8 digits, an event id, an address, a PAY- or
          SLP- reference, a bank account number, the URL of a destination, a customer&apos;s own reference, an
          idempotency key, or an email address. Businesses, people and tokens are found by words of their names, wallets
          by the first or last four characters of an address, keys by their last four, payments by the start of a
          reference.
        </EmptyState>
      ) : (
        <EmptyState icon={<SearchX aria-hidden />} title="Nothing found">
          Enter a complete id, idempotency key, account number, URL or email address, the beginning of a hash or a
          reference, the first or last four characters of an address, or a word of a name.
        </EmptyState>
      )}
    </Card>
  )
}
