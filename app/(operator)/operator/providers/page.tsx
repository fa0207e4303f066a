import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { providerFilter } from '@/components/payments/provider-filter'
import { ProviderPage } from '@/components/payments/provider-page'

export const metadata: Metadata = { title: 'Providers' }

const loadFilter = createLoader(providerFilter)

export default async function ProvidersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSignedIn()
  const { tab, state, page } = await loadFilter(searchParams)
  if (tab === 'events') await prefetch(trpc.payments.listProviderEvents.queryOptions({ state, page }))
  else if (tab === 'reconciliation')
    await Promise.all([
      prefetch(trpc.payments.listReconciliations.queryOptions()),
      prefetch(trpc.payments.getUnmatchedMoney.queryOptions()),
    ])
  else await prefetch(trpc.payments.listProviders.queryOptions())
  return (
    <Hydrate>
      <ProviderPage />
    </Hydrate>
  )
}
