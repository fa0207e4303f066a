import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { BusinessList } from '@/components/businesses/business-list'

export const metadata: Metadata = { title: 'Businesses' }

export default async function BusinessListPage() {
  await requireSignedIn()
  await prefetch(trpc.businesses.list.queryOptions())
  return (
    <Hydrate>
      <BusinessList />
    </Hydrate>
  )
}
