import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { OperatorPayment } from '@/components/payments/operator-payment'

export const metadata: Metadata = { title: 'Payment' }

export default async function OperatorPaymentPage({ params }: { params: Promise<{ paymentId: string }> }) {
  await requireSignedIn()
  const paymentId = requireId((await params).paymentId)
  await prefetch(trpc.payments.getAny.queryOptions({ paymentId }))
  return (
    <Hydrate>
      <OperatorPayment paymentId={paymentId} />
    </Hydrate>
  )
}
