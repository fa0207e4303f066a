import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { PriceList } from '@/components/prices/price-list'

export const metadata: Metadata = { title: 'Prices' }

export default async function PricesPage() {
  await requireSignedIn()
  await prefetch(trpc.prices.list.queryOptions())
  return (
    <Hydrate>
      <PriceList />
    </Hydrate>
  )
}
