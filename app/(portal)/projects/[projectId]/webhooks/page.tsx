import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { chartRange } from '@/components/charts/range'
import { Page } from '@/components/layout/page'
import { DeliveryCharts } from '@/components/webhooks/delivery-charts'
import { messageFilter, toMessageInput } from '@/components/webhooks/message-filter'
import { MessageList } from '@/components/webhooks/message-list'
import { RecoverMessages } from '@/components/webhooks/recover-messages'
import { SendTestEvent } from '@/components/webhooks/send-test-event'

export const metadata: Metadata = { title: 'Webhook deliveries' }

const loadRange = createLoader(chartRange)
const loadFilter = createLoader(messageFilter)

type WebhooksPageProps = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> }

export default async function WebhooksPage({ params, searchParams }: WebhooksPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  const [filter, { days }] = await Promise.all([loadFilter(searchParams), loadRange(searchParams)])
  await Promise.all([
    prefetch(trpc.views.list.queryOptions({ projectId, list: 'deliveries' })),
    prefetch(trpc.activity.getDeliveries.queryOptions({ projectId, days })),
    prefetch(trpc.webhooks.list.queryOptions(toMessageInput(projectId, filter))),
  ])
  return (
    <Page
      title="Webhook deliveries"
      description="Events sent to your URLs. Failed deliveries are retried for about a day. You can resend any delivery."
      actions={
        <>
          <RecoverMessages projectId={projectId} />
          <SendTestEvent projectId={projectId} />
        </>
      }
    >
      <Hydrate>
        <DeliveryCharts projectId={projectId} />
        <MessageList projectId={projectId} />
      </Hydrate>
    </Page>
  )
}
