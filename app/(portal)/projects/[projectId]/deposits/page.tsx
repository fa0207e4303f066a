import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { depositFilter, toDepositInput } from '@/components/deposits/deposit-filter'
import { DepositList } from '@/components/deposits/deposit-list'
import { Page } from '@/components/layout/page'

export const metadata: Metadata = { title: 'Deposits' }

const loadFilter = createLoader(depositFilter)

type DepositsPageProps = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> }

export default async function DepositsPage({ params, searchParams }: DepositsPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  await Promise.all([
    prefetch(trpc.deposits.list.queryOptions(toDepositInput(projectId, await loadFilter(searchParams)))),
    prefetch(trpc.wallets.listChains.queryOptions({ projectId })),
  ])
  return (
    <Page title="Deposits" description="Money received by the wallets of your business, newest first.">
      <Hydrate>
        <DepositList projectId={projectId} />
      </Hydrate>
    </Page>
  )
}
