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
  const input = toSearchInput(text)
  const query = useQuery(trpc.search.list.queryOptions(input, { enabled: input.text !== '' }))
  return (
    <Page
      title="Search"
      description="Wallets, transactions, deposits, payments, plans, tokens, API requests, people, events and webhooks of all businesses. The audit log of each business in the results records your search."
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
      {input.text === '' ? <WhatIsFound /> : null}
      {input.text !== '' && query.data?.hits.length === 0 ? <NothingFound isTerm={query.data.isTerm} /> : null}
      {input.text !== '' && query.data?.hits.length !== 0 ? <HitTable query={query} /> : null}
    </Page>
  )
}

/** Everything that is found, and the parts of it that people can enter. */
const FOUND_BY = [
  { what: 'Transaction', by: 'Id, hash or its first 8 digits' },
  { what: 'Payment', by: 'PAY- or SLP- reference or its start, bank account number' },
  { what: 'Wallet', by: 'Address, or its first or last four characters' },
  { what: 'API request', by: 'Request id or idempotency key' },
  { what: 'Webhook or event', by: 'Id, or the URL of a destination' },
  { what: 'Business or person', by: 'Words of the name, email address' },
  { what: 'Token', by: 'Ticker or words of the name' },
  { what: 'API key, own reference', by: 'Its name or last four characters, or the customer\u2019s reference' },
] as const

function WhatIsFound() {
  return (
    <Card flush>
      <EmptyState icon={<Telescope aria-hidden />} title="Search all businesses">
        Paste what the customer quotes. One box finds all of these.
      </EmptyState>
      <dl className="grid gap-x-10 gap-y-4 border-t px-5 py-5 sm:grid-cols-2 lg:grid-cols-4">
        {FOUND_BY.map(({ what, by }) => (
          <div key={what}>
            <dt className="font-medium">{what}</dt>
            <dd className="text-[0.8125rem] text-muted-foreground">{by}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** `isTerm`: the text has the form of a value that people search for, so the value is unknown, not the form. */
function NothingFound({ isTerm }: { isTerm: boolean }) {
  return (
    <Card flush>
      <EmptyState icon={<SearchX aria-hidden />} title="Nothing found">
        {isTerm
          ? 'No business has a record with this value. Compare each character with the customer. API requests and their idempotency keys are found for 30 days.'
          : 'Enter a complete id, idempotency key, account number, URL or email address, the beginning of a hash or a reference, the first or last four characters of an address, or a word of a name.'}
      </EmptyState>
    </Card>
  )
}
