import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { titleOf } from '@/app/titles'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { TransactionDetail } from '@/components/transactions/transaction-detail'
import { toMessageInput } from '@/components/webhooks/message-filter'

type TransactionPageProps = { params: Promise<{ projectId: string; transactionId: string }> }

export async function generateMetadata({ params }: TransactionPageProps): Promise<Metadata> {
  return titleOf('Transaction', (await params).transactionId)
}

export default async function TransactionPage({ params }: TransactionPageProps) {
  await requireSignedIn()
  const { projectId, ...rest } = await params
  const transactionId = requireId(rest.transactionId)
  await Promise.all([
    prefetch(trpc.transactions.get.queryOptions({ projectId, transactionId })),
    prefetch(trpc.transactions.getLifecycle.queryOptions({ projectId, transactionId })),
    prefetch(trpc.webhooks.list.queryOptions(toMessageInput(projectId, { sourceId: transactionId }))),
    prefetch(trpc.wallets.listChains.queryOptions({ projectId })),
  ])
  return (
    <Hydrate>
      <TransactionDetail projectId={projectId} transactionId={transactionId} />
    </Hydrate>
  )
}
