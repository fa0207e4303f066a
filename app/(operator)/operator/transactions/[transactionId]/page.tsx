import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { titleOf } from '@/app/titles'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { OperatorTransaction } from '@/components/engine/operator-transaction'

export async function generateMetadata({ params }: { params: Promise<{ transactionId: string }> }): Promise<Metadata> {
  return titleOf('Transaction', (await params).transactionId)
}

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
