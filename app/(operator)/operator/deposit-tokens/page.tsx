import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { DepositTokenPage } from '@/components/payments/deposit-token-page'
import { unmatchedDepositFilter } from '@/components/payments/unmatched-deposit-filter'

export const metadata: Metadata = { title: 'Deposit tokens' }

const loadFilter = createLoader(unmatchedDepositFilter)

export default async function DepositTokensPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSignedIn()
  const filter = await loadFilter(searchParams)
  await Promise.all([
    prefetch(trpc.payments.listDepositTokens.queryOptions()),
    prefetch(trpc.payments.listUnmatchedDeposits.queryOptions(filter)),
  ])
  return (
    <Hydrate>
      <DepositTokenPage />
    </Hydrate>
  )
}
