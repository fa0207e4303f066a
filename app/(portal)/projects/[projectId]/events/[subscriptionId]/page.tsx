import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { titleOf } from '@/app/titles'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { toLogInput } from '@/components/indexer/log-filter'
import { SubscriptionDetail } from '@/components/indexer/subscription-detail'

type SubscriptionPageProps = { params: Promise<{ projectId: string; subscriptionId: string }> }

export async function generateMetadata({ params }: SubscriptionPageProps): Promise<Metadata> {
  return titleOf('Event subscription', (await params).subscriptionId)
}

export default async function SubscriptionPage({ params }: SubscriptionPageProps) {
  await requireSignedIn()
  const { projectId, ...rest } = await params
  const subscriptionId = requireId(rest.subscriptionId)
  await Promise.all([
    prefetch(trpc.wallets.listChains.queryOptions({ projectId })),
    prefetch(trpc.indexer.getSubscription.queryOptions({ projectId, subscriptionId })),
    prefetch(trpc.indexer.getSubscriptionReading.queryOptions({ projectId, subscriptionId })),
    prefetch(trpc.indexer.listDeliveryDays.queryOptions({ projectId, subscriptionId })),
    prefetch(trpc.indexer.listReplays.queryOptions({ projectId, subscriptionId, page: 1 })),
    prefetch(trpc.indexer.listLogs.queryOptions(toLogInput(projectId, { subscriptionId }))),
  ])
  return (
    <Hydrate>
      <SubscriptionDetail projectId={projectId} subscriptionId={subscriptionId} />
    </Hydrate>
  )
}
