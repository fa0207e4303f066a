import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { titleOf } from '@/app/titles'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { OperationDetail } from '@/components/tokens/operation-detail'

type OperationPageProps = { params: Promise<{ projectId: string; tokenId: string; operationRef: string }> }

export async function generateMetadata({ params }: OperationPageProps): Promise<Metadata> {
  return titleOf('Token operation', (await params).operationRef)
}

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
