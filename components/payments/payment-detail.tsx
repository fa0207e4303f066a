'use client'

import { useQuery } from '@tanstack/react-query'
import { paths } from '@/components/paths'
import { QueryPage } from '@/components/query-page'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { StateBadge } from '@/components/ui/state-badge'
import { Timeline } from '@/components/ui/timeline'
import type { PaymentDetail as Detail } from '@/schemas/payments/contract'
import { PayCard } from './pay-card'
import { PAYMENT_PAGE_DISPLAYS, pageState, paymentTitle } from './payment-displays'
import { PaymentDocuments } from './payment-documents'
import { PaymentFacts } from './payment-facts'
import { PaymentNotices } from './payment-notices'
import { paymentSteps } from './payment-steps'
import { PaymentSummary } from './payment-summary'
import { useTimeLeft } from './use-time-left'

type PaymentDetailProps = { projectId: string; paymentId: string }

const REFRESH_MS = 2_000

/** One payment: where to send its money, what came, and its outcome. It refreshes automatically. */
export function PaymentDetail({ projectId, paymentId }: PaymentDetailProps) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.payments.get.queryOptions(
      { projectId, paymentId },
      { refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? REFRESH_MS : false) },
    ),
  )
  return (
    <QueryPage
      query={query}
      title="Payment"
      breadcrumbs={[{ label: 'Payments', href: paths.payments(projectId) }]}
      head={(payment) => ({
        title: paymentTitle(payment),
        description: payment.paymentRef,
        actions: <PaymentDocuments projectId={projectId} paymentId={paymentId} status={payment.status} />,
        badge: (
          <span aria-live="polite">
            <StateBadge state={pageState(payment)} displays={PAYMENT_PAGE_DISPLAYS} />
          </span>
        ),
      })}
    >
      {(payment) => <Paying key={payment.id} projectId={projectId} payment={payment} />}
    </QueryPage>
  )
}

function Paying({ projectId, payment }: { projectId: string; payment: Detail }) {
  const leftMs = useTimeLeft(payment)
  const isOver = leftMs !== null && leftMs <= 0
  const isPayable = payment.status === 'PENDING' && !payment.isReplaced && !isOver
  return (
    <>
      <PaymentNotices projectId={projectId} payment={payment} isOver={isOver} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="min-w-0 space-y-6">
          {isPayable ? <PayCard payment={payment} leftMs={leftMs} /> : null}
          <PaymentFacts payment={payment} />
        </div>
        <Card title="Timeline">
          <Timeline
            label="Timeline of the payment"
            steps={paymentSteps(payment, { isOver }).map(({ receipt, refund, ...step }) => ({
              ...step,
              children: receipt || refund ? <PaymentSummary receipt={receipt} refund={refund} /> : null,
            }))}
          />
        </Card>
      </div>
    </>
  )
}
