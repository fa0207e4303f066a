import type { ReactNode } from 'react'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { Alert } from '@/components/ui/alert'
import { formatDecimal } from '@/components/ui/format-decimal'
import { Time } from '@/components/ui/time'
import type { PaymentDetail, PaymentRefund } from '@/server/payments/contract'
import { EXCEPTION_TEXTS } from './exception-texts'
import { NewQuote } from './new-quote'
import { moneyText } from './payment-story'

type PaymentNoticesProps = { projectId: string; payment: PaymentDetail; isOver: boolean }

/** What a payment's state means for whoever looks at it, and what can be done about it. */
export function PaymentNotices({ projectId, payment, isOver }: PaymentNoticesProps) {
  return (
    <>
      <EndNotice projectId={projectId} payment={payment} isOver={isOver} />
      <RefundNotices refunds={payment.refunds} />
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

/** What a refund means while it is not done; done, the payment says so. */
function RefundNotices({ refunds }: { refunds: readonly PaymentRefund[] }) {
  return refunds.map((refund, index) => {
    const text = refundText(refund)
    // One that failed is told of until somebody asks again.
    const isPast = refund.state === 'FAILED' && index < refunds.length - 1
    if (text === null || isPast) return null
    return (
      <Alert key={refund.id} tone={refund.state === 'PROCESSING' ? 'accent' : 'warning'} title={text.title}>
        {text.text}
      </Alert>
    )
  })
}

function refundText(refund: PaymentRefund): { title: string; text: string } | null {
  const money = moneyText(refund)
  const to = refund.to === 'BALANCE' ? 'to the balance' : 'to whoever paid'
  switch (refund.state) {
    case 'PROCESSING':
      return { title: `${money} are on their way back`, text: `They go ${to} and are set aside until they arrive.` }
    case 'NEEDS_DETAILS':
      return {
        title: `${money} cannot go back yet`,
        text: 'Whoever brought the money wants to know more before paying it back. We look into it; it stays set aside until then.',
      }
    case 'FAILED':
      return { title: `${money} did not go back`, text: 'The money is where it was before the refund.' }
    case 'REQUESTED':
    case 'DONE':
      return null
    default:
      return refund.state satisfies never
  }
}

function PaidNotice({ projectId, payment }: Omit<PaymentNoticesProps, 'isOver'>) {
  const { plan, amountUsd, periodEnd, refunds } = payment
  const isGoingBack = refunds.some(({ state }) => state === 'PROCESSING' || state === 'NEEDS_DETAILS')
  if (!plan)
    return (
      <Alert tone="success" title="Paid" actions={<ToBalance projectId={projectId} />}>
        {formatDecimal(amountUsd)} USD {isGoingBack ? 'went to' : 'are in'} the balance of the business.
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
