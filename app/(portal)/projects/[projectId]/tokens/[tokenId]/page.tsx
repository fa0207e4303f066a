import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { namedTitle } from '@/app/titles'
import { fetchQuery, Hydrate, prefetch, trpc } from '@/app/trpc'
import { TokenPage } from '@/components/tokens/token-page'

type TokenRouteProps = { params: Promise<{ projectId: string; tokenId: string }> }

export async function generateMetadata({ params }: TokenRouteProps): Promise<Metadata> {
  const token = fetchQuery(trpc.tokens.get.queryOptions(await params))
  return namedTitle(
    'Token',
    token.then(({ ticker }) => `${ticker} · Token`),
  )
}

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
