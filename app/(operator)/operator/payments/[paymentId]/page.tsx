import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { titleOf } from '@/app/titles'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { OperatorPayment } from '@/components/payments/operator-payment'

export async function generateMetadata({ params }: { params: Promise<{ paymentId: string }> }): Promise<Metadata> {
  return titleOf('Payment', (await params).paymentId)
}

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
