import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { namedTitle } from '@/app/titles'
import { fetchQuery, Hydrate, prefetch, trpc } from '@/app/trpc'
import { BusinessDetail } from '@/components/businesses/business-detail'

type BusinessPageProps = { params: Promise<{ businessId: string }> }

export async function generateMetadata({ params }: BusinessPageProps): Promise<Metadata> {
  const business = fetchQuery(trpc.businesses.get.queryOptions(await params))
  return namedTitle(
    'Business',
    business.then(({ name }) => name),
  )
}

export default async function BusinessPage({ params }: BusinessPageProps) {
  await requireSignedIn()
  const businessId = requireId((await params).businessId)
  await Promise.all([
    prefetch(trpc.businesses.get.queryOptions({ businessId })),
    prefetch(trpc.ledger.getBalanceOfBusiness.queryOptions({ businessId })),
    prefetch(trpc.seedExports.getOfBusiness.queryOptions({ businessId })),
  ])
  return (
    <Hydrate>
      <BusinessDetail businessId={businessId} />
    </Hydrate>
  )
}
