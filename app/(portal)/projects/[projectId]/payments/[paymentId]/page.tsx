import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { titleOf } from '@/app/titles'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { PaymentDetail } from '@/components/payments/payment-detail'

type PaymentPageProps = { params: Promise<{ projectId: string; paymentId: string }> }

export async function generateMetadata({ params }: PaymentPageProps): Promise<Metadata> {
  return titleOf('Payment', (await params).paymentId)
}

export default async function PaymentPage({ params }: PaymentPageProps) {
  await requireSignedIn()
  const { projectId, ...rest } = await params
  const paymentId = requireId(rest.paymentId)
  await prefetch(trpc.payments.get.queryOptions({ projectId, paymentId }))
  return (
    <Hydrate>
      <PaymentDetail projectId={projectId} paymentId={paymentId} />
    </Hydrate>
  )
}
