import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { PlanPage } from '@/components/billing/plan-page'
import { PlanTerms } from '@/components/billing/plan-terms'

export const metadata: Metadata = { title: 'Plans' }

type PlansPageProps = { params: Promise<{ projectId: string }> }

export default async function PlansPage({ params }: PlansPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  await Promise.all([
    prefetch(trpc.payments.listOffers.queryOptions({ projectId })),
    prefetch(trpc.usage.get.queryOptions({ projectId })),
    prefetch(trpc.subscriptions.listHistory.queryOptions({ projectId, page: 1 })),
  ])
  return (
    <Hydrate>
      <PlanPage projectId={projectId}>
        <PlanTerms />
      </PlanPage>
    </Hydrate>
  )
}
