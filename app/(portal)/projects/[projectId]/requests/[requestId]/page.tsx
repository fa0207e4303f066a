import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { namedTitle } from '@/app/titles'
import { fetchQuery, Hydrate, prefetch, trpc } from '@/app/trpc'
import { RequestPage as RequestDetail } from '@/components/requests/request-page'

type RequestPageProps = { params: Promise<{ projectId: string; requestId: string }> }

export async function generateMetadata({ params }: RequestPageProps): Promise<Metadata> {
  const detail = fetchQuery(trpc.requests.get.queryOptions(await params))
  return namedTitle(
    'Request',
    detail.then(({ request: { method, path, status } }) => `${status} ${method} ${path}`),
  )
}

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
