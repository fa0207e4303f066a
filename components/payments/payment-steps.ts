import type { StepState } from '@/components/ui/timeline'
import type { PaymentDetail, PaymentReceipt, PaymentRefund } from '@/schemas/payments/contract'
import { isCreditedLate } from './payment-displays'

type PaymentStep = {
  id: string
  title: string
  state: StepState
  at: string | null
  receipt?: PaymentReceipt
  refund?: PaymentRefund
}

/** The past and upcoming steps of a payment, in order. `isOver`: its price has expired. */
export function paymentSteps(payment: PaymentDetail, { isOver }: { isOver: boolean }): PaymentStep[] {
  return [
    { id: 'quoted', title: 'Quoted', state: 'done', at: payment.createdAt },
    openedStep(payment),
    ...moneySteps(payment, isOver),
    endStep(payment, isOver),
    ...payment.refunds.map(refundStep),
  ]
}

function openedStep({ isOpening, accounts, receipts, status, isReplaced }: PaymentDetail): PaymentStep {
  const wasOpened = accounts.length > 0 || receipts.length > 0 || status === 'SUCCESS' || isReplaced
  if (wasOpened) return { id: 'opened', title: 'Account opened', state: 'done', at: null }
  if (isOpening && status === 'PENDING')
    return { id: 'opened', title: 'Opening an account', state: 'current', at: null }
  return { id: 'opened', title: 'No account could be opened', state: 'failed', at: null }
}

function moneySteps(payment: PaymentDetail, isOver: boolean): PaymentStep[] {
  const { status, receipts, accounts, isReplaced } = payment
  const received = receipts.map(
    (receipt): PaymentStep => ({
      id: receipt.id,
      title: receipt.outcome === 'REVERSED' ? 'Payment reversed' : 'Payment received',
      state: receipt.outcome === 'REVERSED' ? 'failed' : 'done',
      at: receipt.paidAt,
      receipt,
    }),
  )
  if ((status === 'PENDING' && isReplaced) || isCreditedLate(payment)) return received
  if (status === 'PENDING') {
    const title = isOver
      ? 'Checking for payments sent in time'
      : received.length > 0
        ? 'Awaiting the rest'
        : 'Awaiting payment'
    return [...received, { id: 'waiting', title, state: accounts.length > 0 ? 'current' : 'pending', at: null }]
  }
  if (received.length > 0) return received
  return status === 'FAILED' ? [{ id: 'waiting', title: 'No payment received', state: 'skipped', at: null }] : []
}

function endStep(payment: PaymentDetail, isOver: boolean): PaymentStep {
  const { status, settledAt, closedAt, updatedAt, purpose, isReplaced } = payment
  const bought = purpose === 'WALLET_TOPUP' ? 'Credited to the balance' : 'Paid, plan active'
  if (isCreditedLate(payment)) return { id: 'end', title: 'Credited late', state: 'done', at: null }
  switch (status) {
    case 'PENDING':
      if (isReplaced) return { id: 'end', title: 'Replaced by a later quote', state: 'skipped', at: null }
      return { id: 'end', title: isOver ? 'Closed' : bought, state: 'pending', at: null }
    case 'SUCCESS':
      return { id: 'end', title: bought, state: 'done', at: settledAt }
    case 'FAILED':
      return { id: 'end', title: 'Closed unpaid', state: 'failed', at: closedAt }
    case 'REFUNDED':
      return { id: 'end', title: 'Refunded', state: 'done', at: updatedAt }
    default:
      return status satisfies never
  }
}

const REFUND_STEPS = {
  REQUESTED: { title: 'Refund requested', state: 'current' },
  PROCESSING: { title: 'Refund in progress', state: 'current' },
  DONE: { title: 'Refund completed', state: 'done' },
  FAILED: { title: 'Refund failed', state: 'failed' },
  NEEDS_DETAILS: { title: 'Refund needs details', state: 'current' },
} satisfies Record<PaymentRefund['state'], { title: string; state: StepState }>

function refundStep(refund: PaymentRefund): PaymentStep {
  return { id: refund.id, ...REFUND_STEPS[refund.state], at: refund.endedAt ?? refund.createdAt, refund }
}
