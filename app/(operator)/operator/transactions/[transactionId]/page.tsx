import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { OperatorTransaction } from '@/components/engine/operator-transaction'

export const metadata: Metadata = { title: 'Transaction' }

export default async function OperatorTransactionPage({ params }: { params: Promise<{ transactionId: string }> }) {
  await requireSignedIn()
  const transactionId = requireId((await params).transactionId)
  await prefetch(trpc.lanes.getTransaction.queryOptions({ transactionId }))
  return (
    <Hydrate>
      <OperatorTransaction transactionId={transactionId} />
    </Hydrate>
  )
}
