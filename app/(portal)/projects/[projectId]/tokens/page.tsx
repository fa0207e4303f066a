import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { Page } from '@/components/layout/page'
import { IssueButton } from '@/components/tokens/issue-button'
import { tokenFilter, toTokenInput } from '@/components/tokens/token-filter'
import { TokenList } from '@/components/tokens/token-list'

export const metadata: Metadata = { title: 'Tokens' }

const loadFilter = createLoader(tokenFilter)

type TokensPageProps = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> }

export default async function TokensPage({ params, searchParams }: TokensPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  await Promise.all([
    prefetch(trpc.tokens.list.queryOptions(toTokenInput(projectId, await loadFilter(searchParams)))),
    prefetch(trpc.wallets.listChains.queryOptions({ projectId })),
  ])
  return (
    <Page
      title="Tokens"
      description="Your tokenized assets, with their holders and coupons."
      actions={<IssueButton projectId={projectId} />}
    >
      <Hydrate>
        <TokenList projectId={projectId} />
      </Hydrate>
    </Page>
  )
}
