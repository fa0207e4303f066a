import type { StateDisplay } from '@/components/ui/state-badge'
import type { ExceptionDecision } from '@/schemas/payments/exceptions/contract'
import type { RefundState, RefundTarget } from '@/schemas/payments/words'

export const REFUND_DISPLAYS = {
  REQUESTED: { tone: 'warning', label: 'Awaiting approval' },
  PROCESSING: { tone: 'accent', label: 'In progress', busy: true },
  DONE: { tone: 'success', label: 'Refunded' },
  FAILED: { tone: 'danger', label: 'Failed' },
  NEEDS_DETAILS: { tone: 'warning', label: 'Needs a decision' },
} satisfies Record<RefundState, StateDisplay>

export const TARGET_NAMES = { PROVIDER: 'Original payer', BALANCE: 'Balance' } satisfies Record<RefundTarget, string>

/** The names of the decisions on money in suspense. */
export const DECISION_NAMES = {
  credit: 'Credit',
  apply: 'Apply',
  refund: 'Refund',
  ignore: 'Ignore',
} satisfies Record<ExceptionDecision['kind'], string>
