import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { chartRange } from '@/components/charts/range'
import { toDepositInput } from '@/components/deposits/deposit-filter'
import { ProjectHome } from '@/components/projects/project-home'
import { toTransactionInput } from '@/components/transactions/transaction-filter'

export const metadata: Metadata = { title: 'Home' }

const loadRange = createLoader(chartRange)

type ProjectPageProps = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> }

export default async function ProjectPage({ params, searchParams }: ProjectPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  const { days } = await loadRange(searchParams)
  await Promise.all([
    prefetch(trpc.activity.getMoney.queryOptions({ projectId, days })),
    prefetch(trpc.wallets.listChains.queryOptions({ projectId })),
    prefetch(trpc.projects.getOverview.queryOptions({ projectId })),
    prefetch(trpc.ledger.getBalance.queryOptions({ projectId })),
    prefetch(trpc.transactions.list.queryOptions(toTransactionInput(projectId, {}))),
    prefetch(trpc.deposits.list.queryOptions(toDepositInput(projectId, {}))),
  ])
  return (
    <Hydrate>
      <ProjectHome projectId={projectId} />
    </Hydrate>
  )
}
