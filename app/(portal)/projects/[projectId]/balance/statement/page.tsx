import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { statementFilter, toStatementInput } from '@/components/ledger/statement-filter'
import { StatementPage as Statement } from '@/components/ledger/statement-page'

export const metadata: Metadata = { title: 'Statement' }

const loadFilter = createLoader(statementFilter)

type StatementPageProps = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> }

export default async function StatementPage({ params, searchParams }: StatementPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  const filter = toStatementInput(await loadFilter(searchParams))
  await prefetch(trpc.ledger.getStatement.queryOptions({ projectId, ...filter }))
  return (
    <Hydrate>
      <Statement projectId={projectId} />
    </Hydrate>
  )
}
