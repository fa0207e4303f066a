'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterSelect } from '@/components/filters/filter-select'
import { Page } from '@/components/layout/page'
import { useTRPC } from '@/components/trpc'
import { GasUseTable } from './gas-use-table'
import { JournalTable } from './journal-table'
import { gasLedgerFilter, toGasUseInput, toOperatorJournalInput } from './ledger-filter'

const PERIODS = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: 'all', label: 'All time' },
] as const

/** The cost of gas by business, and every movement of money behind it. */
export function GasLedger() {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(gasLedgerFilter)
  const use = useQuery(
    trpc.ledger.listGasUse.queryOptions(toGasUseInput(filter), { placeholderData: keepPreviousData }),
  )
  const journals = useQuery(
    trpc.ledger.listJournalsOfAll.queryOptions(toOperatorJournalInput(filter), { placeholderData: keepPreviousData }),
  )
  const businesses = useQuery(trpc.businesses.list.queryOptions())
  return (
    <Page
      title="Gas ledger"
      description="Gas charged to businesses, gas held for pending transactions, and gas paid by the platform."
    >
      <section aria-label="Gas" className="space-y-3">
        <FilterBar
          lead={
            <FilterSelect
              label="Period"
              all="Last 30 days"
              options={PERIODS}
              value={filter.days}
              onChange={(days) => setFilter({ days })}
            />
          }
        />
        <GasUseTable query={use} />
      </section>
      <section aria-labelledby="movements" className="space-y-3">
        <h2 id="movements" className="font-semibold text-[0.9375rem] leading-6 tracking-tight">
          Transactions
        </h2>
        <JournalTable
          query={journals}
          kind={filter.kind}
          filtered={filter.businessId !== null}
          onKind={(kind) => setFilter({ kind, page: null })}
          onPage={(page) => setFilter({ page })}
          onClear={() => setFilter({ kind: null, businessId: null, page: null })}
          withBusiness
        >
          <FilterSelect
            label="Business"
            all="All businesses"
            options={(businesses.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={filter.businessId}
            onChange={(businessId) => setFilter({ businessId, page: null })}
          />
        </JournalTable>
      </section>
    </Page>
  )
}
