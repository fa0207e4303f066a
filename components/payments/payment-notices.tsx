import type { ReactNode } from 'react'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { Alert } from '@/components/ui/alert'
import { Time } from '@/components/ui/time'
import type { PaymentDetail, PaymentRefund } from '@/schemas/payments/contract'
import { displayNaira, exactMoney } from '@/server/money/display-amount'
import { EXCEPTION_TEXTS } from './exception-texts'
import { NewQuote } from './new-quote'
import { isCreditedLate } from './payment-displays'
import { moneyText } from './payment-summary'
import { surplusOf } from './surplus-of'

type PaymentNoticesProps = { projectId: string; payment: PaymentDetail; isOver: boolean }

/** The meaning of a payment's state for its reader, and the actions it allows. */
export function PaymentNotices({ projectId, payment, isOver }: PaymentNoticesProps) {
  // The notice about the payment says what became of its surplus.
  const isSurplusShown = surplusOf(payment) !== null
  const exceptions = payment.exceptions.filter((exception) => exception !== 'OVERPAID' || !isSurplusShown)
  return (
    <>
      <EndNotice projectId={projectId} payment={payment} isOver={isOver} />
      <RefundNotices refunds={payment.refunds} />
      {exceptions.map((exception) => (
        <Alert
          key={exception}
          tone="warning"
          title={EXCEPTION_TEXTS[exception].title}
          // A top-up that is paid has this button in the notice above.
          actions={payment.status === 'SUCCESS' && !payment.plan ? null : <ToBalance projectId={projectId} />}
        >
          {EXCEPTION_TEXTS[exception].text}
        </Alert>
      ))}
    </>
  )
}

function EndNotice({ projectId, payment, isOver }: PaymentNoticesProps): ReactNode {
  // The notice about the late money says where it is.
  if (isCreditedLate(payment)) return null
  const again = <NewQuote projectId={projectId} payment={payment} />
  switch (payment.status) {
    case 'PENDING':
      if (payment.isReplaced)
        return (
          <Alert tone="warning" title="Replaced by a later quote">
            Do not pay this quote. Payments to it are credited to the balance.
          </Alert>
        )
      if (!isOver) return null
      return (
        <Alert tone="warning" title="The price has expired" actions={again}>
          Do not pay this quote any more. Payments sent now are credited to the balance. Payments sent in time still
          count once the bank or the chain confirms them.
        </Alert>
      )
    case 'SUCCESS':
      return <PaidNotice projectId={projectId} payment={payment} />
    case 'FAILED':
      return (
        <Alert tone="neutral" title="Not paid in time" actions={again}>
          Nothing was bought. Later payments are credited to the balance.
        </Alert>
      )
    case 'REFUNDED':
      return (
        <Alert tone="neutral" title="Refunded">
          See the timeline for amounts and times.
        </Alert>
      )
    default:
      return payment.status satisfies never
  }
}

/** The meaning of each refund that is not done. The payment itself reports a refund that is done. */
function RefundNotices({ refunds }: { refunds: readonly PaymentRefund[] }) {
  return refunds.map((refund, index) => {
    const text = refundText(refund)
    // A failed refund is shown until the next one is requested.
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
  const to = refund.to === 'BALANCE' ? 'to the balance' : 'to the original payer'
  switch (refund.state) {
    case 'PROCESSING':
      return {
        title: `Refund of ${money} in progress`,
        text: `The refund goes ${to}. The amount is held until it arrives.`,
      }
    case 'NEEDS_DETAILS':
      return {
        title: `Refund of ${money} is delayed`,
        text: 'The payment provider needs more details. We are working on it, and the amount stays held until then.',
      }
    case 'FAILED':
      return { title: `Refund of ${money} failed`, text: 'The money is where it was before the refund.' }
    case 'REQUESTED':
    case 'DONE':
      return null
    default:
      return refund.state satisfies never
  }
}

function PaidNotice({ projectId, payment }: Omit<PaymentNoticesProps, 'isOver'>) {
  const { plan, amountUsd, amountNgn, receivedNgn, periodEnd, refunds } = payment
  const isGoingBack = refunds.some(({ state }) => state === 'PROCESSING' || state === 'NEEDS_DETAILS')
  const surplus = surplusOf(payment)
  const title = surplus === null ? 'Paid' : 'Paid, with a surplus'
  const sent =
    surplus === null ? '' : `You sent ${displayNaira(receivedNgn)} for a price of ${displayNaira(amountNgn)}. `
  if (!plan)
    return (
      <Alert tone="success" title={title} actions={<ToBalance projectId={projectId} />}>
        {surplus === null
          ? `${exactMoney(amountUsd, 'USD')} ${isGoingBack ? 'was credited to' : 'is in'} the balance of the business.`
          : `${sent}${exactMoney(amountUsd, 'USD')} and the surplus of ${displayNaira(surplus)}, at the rate of this payment, were credited to the balance of the business.`}
      </Alert>
    )
  return (
    <Alert
      tone="success"
      title={title}
      actions={
        <>
          <LinkButton size="sm" href={paths.projectPlans(projectId)}>
            Plans
          </LinkButton>
          {surplus === null ? null : <ToBalance projectId={projectId} />}
        </>
      }
    >
      {sent}
      {plan.productName} {plan.name} is active. This payment covers the period until{' '}
      <Time value={periodEnd} format="utc" className="whitespace-normal" />.
      {surplus === null
        ? null
        : ` The surplus of ${displayNaira(surplus)} was credited to the balance of the business, at the rate of this payment.`}
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
