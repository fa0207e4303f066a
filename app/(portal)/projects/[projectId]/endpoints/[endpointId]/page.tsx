import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { titleOf } from '@/app/titles'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { EndpointDetail } from '@/components/webhooks/endpoint-detail'
import { toMessageInput } from '@/components/webhooks/message-filter'

type EndpointPageProps = { params: Promise<{ projectId: string; endpointId: string }> }

export async function generateMetadata({ params }: EndpointPageProps): Promise<Metadata> {
  return titleOf('Webhook endpoint', (await params).endpointId)
}

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
