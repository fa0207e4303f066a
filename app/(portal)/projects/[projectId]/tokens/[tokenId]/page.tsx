import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { TokenPage } from '@/components/tokens/token-page'

export const metadata: Metadata = { title: 'Token' }

type TokenRouteProps = { params: Promise<{ projectId: string; tokenId: string }> }

export default async function TokenRoute({ params }: TokenRouteProps) {
  await requireSignedIn()
  const { projectId, ...rest } = await params
  const tokenId = requireId(rest.tokenId)
  await Promise.all([
    prefetch(trpc.tokens.get.queryOptions({ projectId, tokenId })),
    prefetch(trpc.wallets.listChains.queryOptions({ projectId })),
  ])
  return (
    <Hydrate>
      <TokenPage projectId={projectId} tokenId={tokenId} />
    </Hydrate>
  )
}
