import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { ProposalList } from '@/components/proposals/proposal-list'
import { proposalsFilter } from '@/components/proposals/proposals-filter'

export const metadata: Metadata = { title: 'Proposals' }

const loadFilter = createLoader(proposalsFilter)

export default async function ProposalsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSignedIn()
  await prefetch(trpc.proposals.list.queryOptions(await loadFilter(searchParams)))
  return (
    <Hydrate>
      <ProposalList />
    </Hydrate>
  )
}
