import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { BusinessDetail } from '@/components/businesses/business-detail'

export const metadata: Metadata = { title: 'Business' }

export default async function BusinessPage({ params }: { params: Promise<{ businessId: string }> }) {
  await requireSignedIn()
  const businessId = requireId((await params).businessId)
  await Promise.all([
    prefetch(trpc.businesses.get.queryOptions({ businessId })),
    prefetch(trpc.ledger.getBalanceOfBusiness.queryOptions({ businessId })),
  ])
  return (
    <Hydrate>
      <BusinessDetail businessId={businessId} />
    </Hydrate>
  )
}
