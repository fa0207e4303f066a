import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { OperationPage } from '@/components/tokens/operation-page'

export const metadata: Metadata = { title: 'Token operation' }

type OperationRouteProps = { params: Promise<{ projectId: string; tokenId: string; operationRef: string }> }

export default async function OperationRoute({ params }: OperationRouteProps) {
  await requireSignedIn()
  const { projectId, ...rest } = await params
  const of = { tokenId: requireId(rest.tokenId), operationRef: requireId(rest.operationRef) }
  await prefetch(trpc.tokens.getOperation.queryOptions({ projectId, ...of }))
  return (
    <Hydrate>
      <OperationPage projectId={projectId} {...of} />
    </Hydrate>
  )
}
