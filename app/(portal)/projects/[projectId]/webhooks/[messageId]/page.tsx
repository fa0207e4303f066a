import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { titleOf } from '@/app/titles'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { MessageDetail } from '@/components/webhooks/message-detail'

type WebhookPageProps = { params: Promise<{ projectId: string; messageId: string }> }

export async function generateMetadata({ params }: WebhookPageProps): Promise<Metadata> {
  return titleOf('Webhook delivery', (await params).messageId)
}

export default async function WebhookPage({ params }: WebhookPageProps) {
  await requireSignedIn()
  const { projectId, ...rest } = await params
  const messageId = requireId(rest.messageId)
  await prefetch(trpc.webhooks.get.queryOptions({ projectId, messageId }))
  return (
    <Hydrate>
      <MessageDetail projectId={projectId} messageId={messageId} />
    </Hydrate>
  )
}
