import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { Page } from '@/components/layout/page'
import { messageFilter, toMessageInput } from '@/components/webhooks/message-filter'
import { MessageList } from '@/components/webhooks/message-list'
import { RecoverMessages } from '@/components/webhooks/recover-messages'
import { SendTestEvent } from '@/components/webhooks/send-test-event'

export const metadata: Metadata = { title: 'Webhook deliveries' }

const loadFilter = createLoader(messageFilter)

type WebhooksPageProps = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> }

export default async function WebhooksPage({ params, searchParams }: WebhooksPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  await prefetch(trpc.webhooks.list.queryOptions(toMessageInput(projectId, await loadFilter(searchParams))))
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
        <MessageList projectId={projectId} />
      </Hydrate>
    </Page>
  )
}
