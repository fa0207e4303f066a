'use client'

import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { FileLink } from '@/components/layout/file-link'
import { paths } from '@/components/paths'
import { QueryPage } from '@/components/query-page'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { StateBadge } from '@/components/ui/state-badge'
import { Timeline } from '@/components/ui/timeline'
import { useCurrentSecond } from '@/components/ui/use-current-second'
import type { PaymentDetail as Detail } from '@/schemas/payments/contract'
import type { PaymentStatus } from '@/schemas/payments/words'
import { PayCard } from './pay-card'
import { isPayable, PAYMENT_PAGE_DISPLAYS, pageState, paymentTitle } from './payment-displays'
import { PaymentFacts } from './payment-facts'
import { PaymentNotices } from './payment-notices'
import { paymentSteps } from './payment-steps'
import { PaymentSummary } from './payment-summary'

type PaymentDetailProps = { projectId: string; paymentId: string }

const REFRESH_MS = 2_000
/** A payment that has ended can still receive or refund money. */
const REFRESH_ENDED_MS = 10_000

/** One payment: where to send its money, what was received, and its outcome. It refreshes automatically. */
export function PaymentDetail({ projectId, paymentId }: PaymentDetailProps) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.payments.get.queryOptions(
      { projectId, paymentId },
      { refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? REFRESH_MS : REFRESH_ENDED_MS) },
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
  return (
    <>
      <PaymentNotices projectId={projectId} payment={payment} isOver={isOver} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="min-w-0 space-y-6">
          {isPayable(payment) && !isOver ? <PayCard payment={payment} leftMs={leftMs} /> : null}
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

type Held = { expiryAt: string; readAt: string }

/** Milliseconds until a price expires by the server's clock; null while no clock may show. */
function useTimeLeft({ expiryAt, readAt }: Held): number | null {
  const second = useCurrentSecond()
  // A wrong clock here would let a person pay too late.
  const [aheadMs] = useState(() => Date.now() - new Date(readAt).getTime())
  return second === null ? null : new Date(expiryAt).getTime() - (second - aheadMs)
}

type PaymentDocumentsProps = { projectId: string; paymentId: string; status: PaymentStatus }

/** The PDF documents of a payment. The receipt exists once it is paid. */
function PaymentDocuments({ projectId, paymentId, status }: PaymentDocumentsProps) {
  const isPaid = status === 'SUCCESS' || status === 'REFUNDED'
  return (
    <>
      <FileLink href={paths.paymentDocument(projectId, paymentId, 'invoice')} icon={<FileDown aria-hidden />}>
        Invoice
      </FileLink>
      {isPaid ? (
        <FileLink href={paths.paymentDocument(projectId, paymentId, 'receipt')} icon={<FileDown aria-hidden />}>
          Receipt
        </FileLink>
      ) : null}
    </>
  )
}
