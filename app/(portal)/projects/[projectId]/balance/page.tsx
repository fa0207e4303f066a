import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { journalFilter, toJournalInput } from '@/components/ledger/ledger-filter'
import { ProjectBalance } from '@/components/ledger/project-balance'

export const metadata: Metadata = { title: 'Balance' }

const loadFilter = createLoader(journalFilter)

type BalancePageProps = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> }

export default async function BalancePage({ params, searchParams }: BalancePageProps) {
  await requireSignedIn()
  const { projectId } = await params
  const filter = toJournalInput(await loadFilter(searchParams))
  await Promise.all([
    prefetch(trpc.ledger.getBalance.queryOptions({ projectId })),
    prefetch(trpc.ledger.listJournals.queryOptions({ projectId, ...filter })),
  ])
  return (
    <Hydrate>
      <ProjectBalance projectId={projectId} />
    </Hydrate>
  )
}
