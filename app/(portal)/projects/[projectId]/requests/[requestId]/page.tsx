import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { RequestPage as RequestDetail } from '@/components/requests/request-page'

export const metadata: Metadata = { title: 'Request' }

type RequestPageProps = { params: Promise<{ projectId: string; requestId: string }> }

export default async function RequestPage({ params }: RequestPageProps) {
  await requireSignedIn()
  const { projectId, ...rest } = await params
  const requestId = requireId(rest.requestId)
  await prefetch(trpc.requests.get.queryOptions({ projectId, requestId }))
  return (
    <Hydrate>
      <RequestDetail projectId={projectId} requestId={requestId} />
    </Hydrate>
  )
}
