import type { TimelineStep } from '@/components/ui/timeline'
import type { OperatorPaymentDetail } from '@/schemas/payments/operator/contract'
import { providerName } from '@/schemas/payments/providers/words'
import { exactMoney } from '@/server/money/display-amount'
import { OUTCOME_NAMES } from './exception-texts'
import { TARGET_NAMES } from './refund-displays'

/** The history of a payment, in order. */
export function operatorPaymentSteps(payment: OperatorPaymentDetail): TimelineStep[] {
  const { id, createdAt, settledAt, closedAt, status, isReplaced } = payment
  const opened: TimelineStep = { id, title: 'Opened', state: 'done', at: createdAt }
  const received = payment.receipts.map(
    (receipt): TimelineStep => ({
      id: receipt.id,
      title: `${exactMoney(receipt.amount, receipt.unit)} received ${receipt.provider === 'chain' ? 'on the chain' : `through ${providerName(receipt.provider)}`}`,
      state: 'done',
      at: receipt.receivedAt,
      children: OUTCOME_NAMES[receipt.outcome],
    }),
  )
  const settled: TimelineStep[] = settledAt ? [{ id: 'settled', title: 'Paid', state: 'done', at: settledAt }] : []
  const closed: TimelineStep[] =
    closedAt && status === 'FAILED' ? [{ id: 'closed', title: 'Not paid in time', state: 'failed', at: closedAt }] : []
  const refundRequests = payment.refunds.flatMap((refund): TimelineStep[] => {
    const sum = `${exactMoney(refund.amountNgn, 'NGN')} to ${TARGET_NAMES[refund.to].toLowerCase()}`
    const begun: TimelineStep = {
      id: `asked ${refund.id}`,
      title: `Refund ${refund.reference} was requested`,
      state: refund.endedAt ? 'done' : 'current',
      at: refund.createdAt,
      children: `${sum}: ${refund.reason}`,
    }
    if (!refund.endedAt) return [begun]
    const isDone = refund.state === 'DONE'
    const title = isDone ? `${refund.reference} completed` : `${refund.reference} failed`
    return [
      begun,
      { id: refund.id, title, state: isDone ? 'done' : 'failed', at: refund.endedAt, children: refund.problem },
    ]
  })
  const waiting: TimelineStep[] =
    status === 'PENDING' && !isReplaced ? [{ id: 'waiting', title: 'Awaiting funds', state: 'current' }] : []
  const replaced: TimelineStep[] =
    status === 'PENDING' && isReplaced ? [{ id: 'replaced', title: 'Replaced by a later quote', state: 'skipped' }] : []
  const done = [opened, ...received, ...settled, ...closed, ...refundRequests].toSorted(
    (a, b) => momentOf(a) - momentOf(b),
  )
  return [...done, ...waiting, ...replaced]
}

function momentOf({ at }: TimelineStep): number {
  return at ? new Date(at).getTime() : 0
}
