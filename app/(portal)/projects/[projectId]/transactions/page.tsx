import { Braces, FileUp } from 'lucide-react'
import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { LinkButton } from '@/components/layout/link-button'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { SendTransfer } from '@/components/transactions/send-transfer'
import { toTransactionInput, transactionFilter } from '@/components/transactions/transaction-filter'
import { TransactionList } from '@/components/transactions/transaction-list'

export const metadata: Metadata = { title: 'Transactions' }

const loadFilter = createLoader(transactionFilter)

type TransactionsPageProps = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> }

export default async function TransactionsPage({ params, searchParams }: TransactionsPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  await Promise.all([
    prefetch(trpc.transactions.list.queryOptions(toTransactionInput(projectId, await loadFilter(searchParams)))),
    prefetch(trpc.views.list.queryOptions({ projectId, list: 'transactions' })),
    prefetch(trpc.wallets.listChains.queryOptions({ projectId })),
  ])
  return (
    <Page
      title="Transactions"
      description="All transactions of your business, newest first."
      actions={
        <>
          <LinkButton href={paths.callContract(projectId)} icon={<Braces aria-hidden />}>
            Call a contract
          </LinkButton>
          <LinkButton href={paths.sendBatch(projectId)} icon={<FileUp aria-hidden />}>
            Send a batch
          </LinkButton>
          <SendTransfer projectId={projectId} />
        </>
      }
    >
      <Hydrate>
        <TransactionList projectId={projectId} />
      </Hydrate>
    </Page>
  )
}
