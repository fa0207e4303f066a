import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { EndpointDetail } from '@/components/webhooks/endpoint-detail'
import { toMessageInput } from '@/components/webhooks/message-filter'

export const metadata: Metadata = { title: 'Webhook endpoint' }

type EndpointPageProps = { params: Promise<{ projectId: string; endpointId: string }> }

export default async function EndpointPage({ params }: EndpointPageProps) {
  await requireSignedIn()
  const { projectId, ...rest } = await params
  const endpointId = requireId(rest.endpointId)
  await Promise.all([
    prefetch(trpc.webhooks.getEndpoint.queryOptions({ projectId, endpointId })),
    prefetch(trpc.webhooks.list.queryOptions(toMessageInput(projectId, { endpointId }))),
  ])
  return (
    <Hydrate>
      <EndpointDetail projectId={projectId} endpointId={endpointId} />
    </Hydrate>
  )
}
