import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { OperationDetail } from '@/components/tokens/operation-detail'

export const metadata: Metadata = { title: 'Token operation' }

type OperationPageProps = { params: Promise<{ projectId: string; tokenId: string; operationRef: string }> }

export default async function OperationPage({ params }: OperationPageProps) {
  await requireSignedIn()
  const { projectId, ...rest } = await params
  const [tokenId, operationRef] = [requireId(rest.tokenId), requireId(rest.operationRef)]
  await Promise.all([
    prefetch(trpc.tokens.getOperation.queryOptions({ projectId, tokenId, operationRef })),
    prefetch(trpc.tokens.get.queryOptions({ projectId, tokenId })),
  ])
  return (
    <Hydrate>
      <OperationDetail projectId={projectId} tokenId={tokenId} operationRef={operationRef} />
    </Hydrate>
  )
}
