import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { NewSubscription } from '@/components/indexer/new-subscription'
import { subscriptionFilter, toSubscriptionInput } from '@/components/indexer/subscription-filter'
import { SubscriptionList } from '@/components/indexer/subscription-list'
import { LinkButton } from '@/components/layout/link-button'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'

export const metadata: Metadata = { title: 'Events' }

const loadFilter = createLoader(subscriptionFilter)

type EventsPageProps = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> }

export default async function EventsPage({ params, searchParams }: EventsPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  const filter = await loadFilter(searchParams)
  await Promise.all([
    prefetch(trpc.indexer.listSubscriptions.queryOptions(toSubscriptionInput(projectId, filter))),
    prefetch(trpc.wallets.listChains.queryOptions({ projectId })),
  ])
  return (
    <Page
      title="Events"
      description="Contracts you subscribe to. Each event is decoded, signed and sent to your URL."
      actions={
        <>
          <LinkButton href={paths.eventLogs(projectId)}>Delivery logs</LinkButton>
          <NewSubscription projectId={projectId} />
        </>
      }
    >
      <Hydrate>
        <SubscriptionList projectId={projectId} />
      </Hydrate>
    </Page>
  )
}
