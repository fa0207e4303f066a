import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { GasLedger } from '@/components/ledger/gas-ledger'
import { gasLedgerFilter, toGasUseInput, toOperatorJournalInput } from '@/components/ledger/ledger-filter'

export const metadata: Metadata = { title: 'Gas ledger' }

const loadFilter = createLoader(gasLedgerFilter)

export default async function GasLedgerPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSignedIn()
  const filter = await loadFilter(searchParams)
  await Promise.all([
    prefetch(trpc.ledger.listGasUse.queryOptions(toGasUseInput(filter))),
    prefetch(trpc.ledger.listJournalsOfAll.queryOptions(toOperatorJournalInput(filter))),
    prefetch(trpc.businesses.list.queryOptions()),
  ])
  return (
    <Hydrate>
      <GasLedger />
    </Hydrate>
  )
}
