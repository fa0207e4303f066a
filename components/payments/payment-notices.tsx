import type { ReactNode } from 'react'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { Alert } from '@/components/ui/alert'
import { formatDecimal } from '@/components/ui/format-decimal'
import { Time } from '@/components/ui/time'
import type { PaymentDetail } from '@/server/payments/contract'
import { NewQuote } from './new-quote'
import { EXCEPTION_TEXTS } from './payment-looks'

type PaymentNoticesProps = { projectId: string; payment: PaymentDetail; isOver: boolean }

/** What a payment's state means for whoever looks at it, and what can be done about it. */
export function PaymentNotices({ projectId, payment, isOver }: PaymentNoticesProps) {
  return (
    <>
      <EndNotice projectId={projectId} payment={payment} isOver={isOver} />
      {payment.exceptions.map((exception) => (
        <Alert
          key={exception}
          tone="warning"
          title={EXCEPTION_TEXTS[exception].title}
          actions={<ToBalance projectId={projectId} />}
        >
          {EXCEPTION_TEXTS[exception].text}
        </Alert>
      ))}
    </>
  )
}

function EndNotice({ projectId, payment, isOver }: PaymentNoticesProps): ReactNode {
  const again = <NewQuote projectId={projectId} payment={payment} />
  switch (payment.status) {
    case 'PENDING':
      if (payment.isReplaced)
        return (
          <Alert tone="warning" title="A later quote took its place">
            Do not pay this one: what comes for it goes to the balance.
          </Alert>
        )
      if (!isOver) return null
      return (
        <Alert tone="warning" title="The price has expired" actions={again}>
          Do not pay it any more: what is sent now goes to the balance. Money that was sent in time still counts once
          the bank or the chain tells of it.
        </Alert>
      )
    case 'SUCCESS':
      return <PaidNotice projectId={projectId} payment={payment} />
    case 'FAILED':
      return (
        <Alert tone="neutral" title="It was not paid in time" actions={again}>
          Nothing was bought. What still comes for it goes to the balance.
        </Alert>
      )
    case 'REFUNDED':
      return (
        <Alert tone="neutral" title="The money went back">
          The timeline says how much and when.
        </Alert>
      )
    default:
      return payment.status satisfies never
  }
}

function PaidNotice({ projectId, payment: { plan, amountUsd, periodEnd } }: Omit<PaymentNoticesProps, 'isOver'>) {
  if (!plan)
    return (
      <Alert tone="success" title="Paid" actions={<ToBalance projectId={projectId} />}>
        {formatDecimal(amountUsd)} USD are in the balance of the business.
      </Alert>
    )
  return (
    <Alert
      tone="success"
      title="Paid"
      actions={
        <LinkButton size="sm" href={paths.projectPlans(projectId)}>
          Plans
        </LinkButton>
      }
    >
      {plan.productName} {plan.name} runs. This payment is for the time until{' '}
      <Time value={periodEnd} format="utc" className="whitespace-normal" />.
    </Alert>
  )
}

function ToBalance({ projectId }: { projectId: string }) {
  return (
    <LinkButton size="sm" href={paths.balance(projectId)}>
      Balance
    </LinkButton>
  )
}
