'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { Page } from '@/components/layout/page'
import { useTRPC } from '@/components/trpc'
import { RateTable } from './rate-table'
import { ratesFilter } from './rates-filter'
import { SetRate } from './set-rate'
import { SourceTable } from './source-table'

/** The sources of the rate between naira and dollar, and all former rates. */
export function RatePages() {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(ratesFilter)
  const sources = useQuery(trpc.fx.listSources.queryOptions())
  const rates = useQuery(trpc.fx.list.queryOptions(filter, { placeholderData: keepPreviousData }))
  const used = sources.data?.items.find(({ isUsed }) => isUsed)
  return (
    <Page
      title="Rates"
      description="The price of one dollar in naira. Each payment is priced at one of these rates and keeps it. Without a fresh rate, no payment can be opened (503)."
      actions={<SetRate current={used?.ngnPerUsd ?? null} />}
    >
      <SourceTable query={sources} />
      <section aria-labelledby="rates" className="space-y-3">
        <h2 id="rates" className="font-semibold text-[0.9375rem] leading-6 tracking-tight">
          Rates so far
        </h2>
        <RateTable query={rates} onPage={(page) => setFilter({ page })} />
      </section>
    </Page>
  )
}
