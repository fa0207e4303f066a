import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { DepositTokenPage } from '@/components/payments/deposit-token-page'
import { strayFilter } from '@/components/payments/stray-filter'

export const metadata: Metadata = { title: 'Deposit tokens' }

const loadFilter = createLoader(strayFilter)

export default async function DepositTokensPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSignedIn()
  const filter = await loadFilter(searchParams)
  await Promise.all([
    prefetch(trpc.payments.listDepositTokens.queryOptions()),
    prefetch(trpc.payments.listStrays.queryOptions(filter)),
  ])
  return (
    <Hydrate>
      <DepositTokenPage />
    </Hydrate>
  )
}
