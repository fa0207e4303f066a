import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { TrialBalance } from '@/components/ledger/trial-balance'
import { trialBalanceFilter } from '@/components/ledger/trial-balance-filter'

export const metadata: Metadata = { title: 'Trial balance' }

const loadFilter = createLoader(trialBalanceFilter)

export default async function TrialBalancePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSignedIn()
  const { account, page } = await loadFilter(searchParams)
  await Promise.all([
    prefetch(trpc.ledger.getTrialBalance.queryOptions()),
    account ? prefetch(trpc.ledger.listEntries.queryOptions({ ...account, page })) : null,
  ])
  return (
    <Hydrate>
      <TrialBalance />
    </Hydrate>
  )
}
